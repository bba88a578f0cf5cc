import type { ShownSuggestion } from '../../../contract/assistants.ts'
import { editsToAnswer, isAnswerRecord } from '../../../formats/assistants/answerRecord.ts'
import { isLabelRecord } from '../../../formats/assistants/labelAnswer.ts'
import { isMergeRecord, type MergeRecord } from '../../../formats/assistants/mergeRecord.ts'
import { suggestedLabels } from '../../../formats/assistants/suggestedLabels.ts'
import { acceptedTracks, suggestedTracks } from '../../../formats/assistants/suggestedTracks.ts'
import { isJsonObject, type JsonObject } from '../../../formats/results/read.ts'
import { contextOfPayload } from '../../../formats/workbench/contextOfPayload.ts'
import { hasCameraBoxes } from '../../../model/annotationTypes/rulesOf.ts'
import type { Track } from '../../../model/document/document.ts'
import { editsToAdd } from '../../../model/document/edits/addTracks.ts'
import { editsToJoin } from '../../../model/document/edits/joinPairs.ts'
import type { Edit } from '../../../model/document/operations/documentOperation.ts'
import { recordSpan } from '../../../model/document/records.ts'
import { openClasses, splitInstance } from '../../../model/tag.ts'
import type { OpenSuggestion } from '../../document/openSuggestions.ts'
import type { EditorSession } from '../../document/session.ts'

/** Open suggestions as objects. Left out: those that no longer fit the tag, and those whose work is done already. */
export function readSuggestions(session: EditorSession, rows: readonly ShownSuggestion[]): OpenSuggestion[] {
  const job = contextOfPayload(session.job)
  const editsOf = (taken: readonly OpenSuggestion[]) => editsToTake(session, taken)
  const classIds = new Map(openClasses(session.job.tag).map(({ name, classId }) => [name, classId]))
  return rows.flatMap((row): OpenSuggestion[] => {
    const { suggestion_id: id, record, track, linked, assistant, verb, score, state } = row
    if (state !== 'open' && state !== 'preview') return []
    if (isMergeRecord(record)) {
      const merge = mergeIn(session, record)
      return merge ? [{ id, assistant, verb, score, tracks: [], labels: null, editsOf, ...merge }] : []
    }
    if (isAnswerRecord(record)) {
      if (editsToAnswer(session.document, [record]).length === 0) return []
      const label = `${record.attribute}: ${[record.value].flat().join(', ')}`
      return [
        {
          id,
          assistant,
          verb,
          score,
          label,
          frame: 0,
          editsOf,
          classId: '',
          tracks: [],
          labels: null,
          answer: record,
        },
      ]
    }
    const labels = isLabelRecord(record) ? record : null
    const proposed = { record, ...objectIn('track', track), ...(linked && { linked: linked.filter(isJsonObject) }) }
    const read = labels ? [] : suggestedTracks(job, [proposed], () => crypto.randomUUID())
    if (!read) return []
    const tracks = verb === 'fit' ? read.map((track) => asDrawn(session, track)) : read
    const [first] = tracks
    const classId = labels ? classIds.get(splitInstance(labels.label).className) : first?.classId
    if (classId === undefined) return []
    if (!labels && editsToAdd(session.document, tracks).length === 0) return []
    const frame = first ? (recordSpan(session.document, first, {})?.first ?? 0) : 0
    const label = labels?.label ?? session.job.tag.classes.find((one) => one.classId === classId)?.name ?? ''
    const whole = labels || verb === 'fit' ? {} : { proposed }
    return [{ id, assistant, verb, score, classId, label, tracks, labels, frame, editsOf, ...whole }]
  })
}

/** null: one of the two no longer exists. */
function mergeIn({ document, job }: EditorSession, { merge }: MergeRecord) {
  const [one, other] = merge.map((id) => document.tracks.get(id))
  if (!one || !other) return null
  const label = job.tag.classes.find(({ classId }) => classId === one.classId)?.name ?? ''
  const frame = recordSpan(document, other, {})?.first ?? 0
  return { merge, classId: one.classId, label, frame }
}

/** One box, there as one that a person draws: in the frames after it too, and on cameras where rectangles follow it. */
function asDrawn({ document, job: { content } }: EditorSession, track: Track): Track {
  const { cuboid } = track
  if (!cuboid || content.kind !== 'frames') return track
  const following = { keys: [], attributes: cuboid.attributes, follows: true }
  const hasBoxes = hasCameraBoxes(document.annotationType)
  const cameras = content.sensors.filter(({ modality }) => hasBoxes && modality === 'camera')
  return {
    ...track,
    cuboid: { ...cuboid, keys: cuboid.keys.filter(({ kind }) => kind === 'shape') },
    views: new Map(cameras.map(({ id }) => [id, following])),
  }
}

const objectIn = (key: 'track', value: unknown): { [K in 'track']?: JsonObject } =>
  isJsonObject(value) ? { [key]: value } : {}

/** Makes suggestions part of the document. */
function editsToTake({ document, labels, job }: EditorSession, taken: readonly OpenSuggestion[]): Edit[] {
  if (!labels) {
    const together = taken.flatMap(({ proposed }) => proposed ?? [])
    const alone = taken.flatMap((one) => (one.proposed ? [] : one.tracks))
    const read = acceptedTracks(contextOfPayload(job), together, () => crypto.randomUUID())
    const tracks = [...read, ...alone]
    const pairs = taken.flatMap(({ merge }) => (merge ? [merge] : []))
    const answers = taken.flatMap(({ answer }) => answer ?? [])
    return [...editsToAdd(document, tracks), ...editsToJoin(document, pairs), ...editsToAnswer(document, answers)]
  }
  const records = taken.flatMap(({ labels: record }) => record ?? [])
  return suggestedLabels(document, labels, job.tag, records, () => crypto.randomUUID())
}
