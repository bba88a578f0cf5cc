import { promptsOf } from '../../../formats/assistants/assistInputs.ts'
import { isJsonObject } from '../../../formats/results/read.ts'
import { labelConfigOf } from '../../../interchange/labelStudio/config.ts'
import { isFlat, rulesOf } from '../../../model/annotationTypes/rulesOf.ts'
import { AssistError } from '../../../model/assistants/assistant.ts'
import type { Tag } from '../../../model/tag.ts'
import type { AssistantDescription } from '../../../store/project/assistants/assistants.ts'
import type { ApiContext } from '../../context.ts'
import type { AssistantReply } from '../exchange.ts'
import type { AssistantJobRequest, Question } from '../jobRequest.ts'
import { type Asking, type Called, callAssistant } from './carrier.ts'
import { DESCRIPTION, readSmallAnswer } from './smallAnswer.ts'

/** Label Studio names a project by its id and when it was made. */
async function projectName({ projects }: ApiContext, projectId: string): Promise<string> {
  const { project } = await projects.get(projectId)
  return `${projectId}.${Math.floor(project.createdAt.getTime() / 1000)}`
}

/** Looks whether the backend is up, and has it load its model for the first tag that it serves. */
export async function describeLabelStudio(
  context: ApiContext,
  called: Called,
  asking: Asking,
): Promise<AssistantDescription> {
  const { assistant, url } = called
  await callAssistant(context, called, `${url}/health`, null, asking)
  const [served] = await servedTags(context, assistant)
  const made = served ? await setUp(context, called, served, asking) : {}
  const version = typeof made.model_version === 'string' ? made.model_version.slice(0, 256) : null
  return { name: assistant.name, version, verbs: ['predict', 'segment'] }
}

async function servedTags({ projects }: ApiContext, { projectId, settings }: Called['assistant']): Promise<Tag[]> {
  const { tags } = await projects.get(projectId)
  const names = settings.tags ?? [...tags.keys()]
  return names.flatMap((name) => tags.get(name) ?? []).filter(isServed)
}

const isServed = ({ annotationType }: Tag) => isFlat(annotationType)

async function setUp(context: ApiContext, called: Called, tag: Tag, asking: Asking): Promise<Record<string, unknown>> {
  const project = await projectName(context, called.assistant.projectId)
  const reply = await callAssistant(
    context,
    called,
    `${called.url}/setup`,
    { project, schema: labelConfigOf(tag) },
    asking,
  )
  const answer = readSmallAnswer(reply.bytes, 'setup', DESCRIPTION)
  return isJsonObject(answer) ? answer : {}
}

/**
 * Requests a prediction; a backend without a loaded model is set up, and asked again. A backend for several tags is set
 * up for the tag before each prediction, one at a time: it only remembers the labelling config of its last setup.
 */
export async function askLabelStudio(
  context: ApiContext,
  called: Called,
  request: AssistantJobRequest,
  question: Question,
  asking: Asking,
): Promise<AssistantReply> {
  const { tag } = request.job
  const body = {
    tasks: [{ id: 1, data: taskData(request, question) }],
    project: await projectName(context, called.assistant.projectId),
    label_config: labelConfigOf(tag),
    params: question.verb === 'segment' ? { context: contextOf(request, question) } : {},
  }
  const predict = () => callAssistant(context, called, `${called.url}/predict`, body, asking)
  if ((await servedTags(context, called.assistant)).length > 1)
    return inTurn(context, called, asking, async () => {
      await setUp(context, called, tag, asking)
      return predict()
    })
  try {
    return await predict()
  } catch (error) {
    if (!(error instanceof AssistError) || error.code !== 'HTTP_ERROR') throw error
    await setUp(context, called, tag, asking)
    return predict()
  }
}

/** @throws AssistError where the caller gives up while others have their turn */
async function inTurn<T>(
  { sharedTurns }: ApiContext,
  { assistant, url }: Called,
  asking: Asking,
  work: () => Promise<T>,
): Promise<T> {
  const { signal = new AbortController().signal } = asking
  try {
    return await sharedTurns.run({ name: url, lane: assistant.projectId, signal }, work)
  } catch (error) {
    throw signal.aborted && error === signal.reason ? new AssistError('CANCELLED', 'the call was cancelled') : error
  }
}

function taskData(request: AssistantJobRequest, { verb, input }: Question): object {
  const { files, job } = request
  if (rulesOf(job.tag.annotationType).result !== 'video') return { image: files[0]?.url }
  if (verb === 'segment') return { image: fileOfFrame(request, input)?.url }
  return { video: files[0]?.url, frames: files.map(({ url }) => url) }
}

const fileOfFrame = ({ files, frameIds }: AssistantJobRequest, input: Record<string, unknown>) =>
  files.find(({ frameIndex }) => frameIndex !== null && frameIds[frameIndex] === input.frame_id)

/** Prompts as Label Studio sends what a person drew: per cent of the image. */
function contextOf(request: AssistantJobRequest, { input }: Question): object {
  const file = fileOfFrame(request, input) ?? request.files[0]
  const size = { original_width: file?.widthPx, original_height: file?.heightPx, image_rotation: 0 }
  const { points = [], box, text } = promptsOf(input)
  const labels = [input.label]
  const result = points.map(({ x, y, positive }, index) => ({
    ...size,
    id: `point${index}`,
    type: 'keypointlabels',
    from_name: 'keypoint',
    to_name: 'image',
    is_positive: positive ? 1 : 0,
    value: { x: 100 * x, y: 100 * y, width: 0.5, keypointlabels: labels },
  }))
  const boxes = box
    ? [
        {
          ...size,
          id: 'box',
          type: 'rectanglelabels',
          from_name: 'rectangle',
          to_name: 'image',
          is_positive: 1,
          value: {
            x: 100 * box.x,
            y: 100 * box.y,
            width: 100 * box.width,
            height: 100 * box.height,
            rotation: 0,
            rectanglelabels: labels,
          },
        },
      ]
    : []
  return { result: [...result, ...boxes], ...(text !== undefined && { text }) }
}
