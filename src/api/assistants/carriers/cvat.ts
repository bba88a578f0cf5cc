import { promptsOf } from '../../../formats/assistants/assistInputs.ts'
import { AssistError, verbsOf } from '../../../model/assistants/assistant.ts'
import type { AssistantDescription } from '../../../store/project/assistants/assistants.ts'
import { isImageFacts, listAssets } from '../../../store/project/jobs/assets.ts'
import { dataPlaceOf, type Job } from '../../../store/project/jobs/jobs.ts'
import type { ApiContext } from '../../context.ts'
import type { AssistantReply } from '../exchange.ts'
import type { AssistantJobRequest, Question } from '../jobRequest.ts'
import { type Asking, type Called, callAssistant } from './carrier.ts'

const IMAGE_LIMIT_MS = 60_000
/** One white pixel: functions offer no other way to check whether they run. */
const WHITE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8////fwAJ+wP9CNHoHgAAAABJRU5ErkJggg=='

/** A function does not describe itself: only whether it answers can be checked. */
export async function describeCvat(context: ApiContext, called: Called, asking: Asking): Promise<AssistantDescription> {
  const { assistant, url } = called
  const isDetector = assistant.settings.kind === 'detector'
  if (isDetector) await callAssistant(context, called, url, { image: WHITE_PIXEL }, asking)
  return { name: assistant.name, version: null, verbs: [...verbsOf('cvat', assistant.settings, null)] }
}

/** Sends an image of the job, upright, to a function. @throws AssistError */
export async function askCvat(
  context: ApiContext,
  called: Called,
  job: Job,
  request: AssistantJobRequest,
  question: Question,
  asking: Asking,
): Promise<AssistantReply> {
  const { files, frameIds } = request
  const asked = frameIds.indexOf(String(question.input.frame_id))
  const file = files.find(({ frameIndex }) => frameIndex === asked) ?? files[0]
  const image = await base64Image(context, job, file?.field)
  const { widthPx = 1, heightPx = 1 } = file ?? {}
  const prompts = question.verb === 'segment' ? pixelPrompts(question.input, widthPx, heightPx) : {}
  return callAssistant(context, called, called.url, { image, ...prompts }, asking)
}

export async function base64Image(
  { pool, files, threads }: ApiContext,
  job: Job,
  field: string | undefined,
): Promise<string> {
  const origin = dataPlaceOf(job)
  const asset = (await listAssets(pool, origin.projectId, origin.jobId)).find((one) => one.field === field)
  if (!asset || !isImageFacts(asset.facts)) throw new AssistError('INVALID_ANSWER', 'the job has no image')
  const { format, exifOrientation } = asset.facts
  const order = { path: await files.localPath(asset.sha256), format, exifOrientation }
  return threads.run('uprightBase64', order, { lane: job.projectId, timeLimitMs: IMAGE_LIMIT_MS })
}

/** In pixels. */
function pixelPrompts(input: Record<string, unknown>, widthPx: number, heightPx: number): object {
  const { points = [], box } = promptsOf(input)
  const pixels = (positive: boolean) =>
    points.filter((point) => point.positive === positive).map(({ x, y }) => [x * widthPx, y * heightPx])
  const corners = box && [
    [box.x * widthPx, box.y * heightPx],
    [(box.x + box.width) * widthPx, (box.y + box.height) * heightPx],
  ]
  return { pos_points: pixels(true), neg_points: pixels(false), obj_bbox: corners ?? null }
}
