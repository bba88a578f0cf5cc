import type { ModelAnswerBody } from '../../../contract/assist.ts'
import type { ShownSuggestion } from '../../../contract/assistants.ts'
import type { ShownModel } from '../../../contract/models.ts'
import { geometriesOf, openClasses } from '../../../model/tag.ts'
import type { Detection, WantedShape } from '../../assist/models/modelMessages.ts'
import type { EditorSession } from '../../document/session.ts'
import { request } from '../../kit/api.ts'
import { msg } from '../../messages/message.ts'
import { pageModelsOf } from './pageModels.ts'
import type { ShapeFinder } from './shapeFinder.ts'

/** A model of the page that finds the object at prompts. */
export const modelFinder = (model: ShownModel): ShapeFinder => ({
  name: model.name,
  async find(session, input) {
    const { points, box } = input.prompts
    const since = performance.now()
    const found = await pageModelsOf(session).segment(
      model,
      { points, box: box ?? null, text: '', seen: null },
      wantedShape(session),
    )
    if (!found) {
      session.notices.add(msg('assist.nothingThere'), 'info')
      return []
    }
    return keep(session, { model: model.name, verb: 'segment', input, answer: found, milliseconds: spent(since) })
  },
})

/** Suggests what a model of the page sees in the open frame. Answers the labels that the tag has no class for. */
export async function suggestObjects(session: EditorSession, model: ShownModel): Promise<ReadonlyMap<string, number>> {
  const since = performance.now()
  const all = await pageModelsOf(session).detect(model)
  const names = new Set(
    openClasses(session.job.tag)
      .filter((one) => geometriesOf(session.job.tag, one).includes('rectangle'))
      .map(({ name }) => name),
  )
  const fitting = all.filter(({ label }) => names.has(label))
  const answer = { data: dataOf(session, fitting), scores: fitting.map(({ score }) => score) }
  await keep(session, { model: model.name, verb: 'predict', input: {}, answer, milliseconds: spent(since) })
  const unknown = new Map<string, number>()
  for (const { label } of all) if (!names.has(label)) unknown.set(label, (unknown.get(label) ?? 0) + 1)
  return unknown
}

const spent = (since: number): number => Math.round(performance.now() - since)

async function keep({ job }: EditorSession, body: ModelAnswerBody): Promise<readonly ShownSuggestion[]> {
  const { suggestions } = await request('POST /api/jobs/:jid/suggestions', { params: { jid: job.job.jobId }, body })
  return suggestions
}

/** The first of these that the current class takes. */
function wantedShape({ job: { tag }, currentClassId }: EditorSession): WantedShape {
  const tagClass = tag.classes.find(({ classId }) => classId === currentClassId)
  const allowed = tagClass ? geometriesOf(tag, tagClass) : []
  if (allowed.includes('polygon')) return 'polygon'
  return allowed.includes('mask') ? 'mask' : 'box'
}

function dataOf({ job: { content }, frame }: EditorSession, found: readonly Detection[]): object {
  const records = found.map(({ label, left, top, right, bottom }) => {
    const corner = (x: number, y: number) => ({ x, y })
    const coordinates = [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)]
    return { label, type: 'rectangle', coordinates }
  })
  if (content.kind !== 'video') return { annotations: { rectangles: records } }
  const { frameId } = content.frames[frame]
  const annotations = records.map(({ label, ...shape }) => ({
    label,
    type: shape.type,
    frames: { [frameId]: { ...shape, key_frame: true } },
  }))
  return { annotation_data: { annotations } }
}
