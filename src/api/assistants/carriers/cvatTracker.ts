import { type OuterBox, outerBox } from '../../../formats/assistants/pixelBox.ts'
import { isJsonObject } from '../../../formats/results/read.ts'
import { AssistError } from '../../../model/assistants/assistant.ts'
import type { Job } from '../../../store/project/jobs/jobs.ts'
import type { ApiContext } from '../../context.ts'
import type { AssistantReply } from '../exchange.ts'
import type { AssistantJobRequest, Question } from '../jobRequest.ts'
import { type Asking, type Called, callAssistant } from './carrier.ts'
import { base64Image } from './cvat.ts'
import { readSmallAnswer, TRACKED } from './smallAnswer.ts'

/**
 * Asks a tracker frame by frame: boxes in pixels and what the function remembers go along from each call to the next.
 * Answers `{track_ids, frames: [{frame_id, shapes}]}`, the boxes of the objects in their order.
 * @throws AssistError
 */
export async function trackWithCvat(
  context: ApiContext,
  called: Called,
  job: Job,
  { files, frameIds, trackedBoxes }: AssistantJobRequest,
  { input }: Question,
  asking: Asking,
): Promise<AssistantReply> {
  const [from, to] = [frameIds.indexOf(String(input.from)), frameIds.indexOf(String(input.to))]
  const step = from <= to ? 1 : -1
  const { widthPx = 1, heightPx = 1 } = files[0] ?? {}
  let shapes: unknown = trackedBoxes.map(({ left, top, right, bottom }) => [
    left * widthPx,
    top * heightPx,
    right * widthPx,
    bottom * heightPx,
  ])
  let states: unknown = []
  const frames: { frame_id: string; shapes: (OuterBox | null)[] }[] = []
  if (trackedBoxes.length === 0) throw new AssistError('INVALID_ANSWER', 'none of the objects is a box in that frame')
  for (let frame = from; frame !== to + step; frame += step) {
    const file = files.find(({ frameIndex }) => frameIndex === frame)
    const image = await base64Image(context, job, file?.field)
    const reply = await callAssistant(context, called, called.url, { image, shapes, states }, asking)
    const answer = readSmallAnswer(reply.bytes, 'track', TRACKED)
    if (!isJsonObject(answer)) throw new AssistError('INVALID_ANSWER', 'an object with shapes and states was expected')
    states = answer.states ?? states
    // The first call shows the tracker what to follow.
    if (frame !== from) {
      shapes = answer.shapes
      frames.push({ frame_id: frameIds[frame], shapes: boxesOf(shapes, trackedBoxes.length) })
    }
    asking.onProgress?.(Math.abs(frame - from) / Math.max(1, Math.abs(to - from)))
  }
  const made = { track_ids: trackedBoxes.map(({ trackId }) => trackId), frames }
  return { bytes: Buffer.from(JSON.stringify(made)), within: null }
}

/** Only one box per object is stored for a frame: everything else in thousands of answers would fill the memory. */
function boxesOf(shapes: unknown, count: number): (OuterBox | null)[] {
  if (!Array.isArray(shapes)) throw new AssistError('INVALID_ANSWER', 'track: shapes: a list was expected')
  return shapes.slice(0, count).map(outerBox)
}
