import type { EndBox, TrackEnds } from '../../../formats/assistants/trackEnds.ts'
import { AssistError } from '../../../model/assistants/assistant.ts'
import type { Job } from '../../../store/project/jobs/jobs.ts'
import type { ApiContext } from '../../context.ts'
import type { AssistantReply } from '../exchange.ts'
import type { AssistantJobRequest } from '../jobRequest.ts'
import { type Asking, type Called, callAssistant } from './carrier.ts'
import { base64Image } from './cvat.ts'
import { readSmallAnswer, TRACKED } from './smallAnswer.ts'

/** An object that is out of sight for longer looks too different to be recognized. */
const MOST_FRAMES_APART = 30
/** The defaults of CVAT's own functions: how much two objects may differ, and how far one moves per frame. */
const THRESHOLD = 0.5
const PIXELS_A_FRAME = 50

/**
 * Asks a function which objects that come are those that went before, the shortest gaps first. Answers `{merges:
 * [[track_id, track_id]]}`, the first of each pair the one that came first.
 * @throws AssistError
 */
export async function matchWithCvat(
  context: ApiContext,
  called: Called,
  job: Job,
  { files, trackEnds }: Pick<AssistantJobRequest, 'files' | 'trackEnds'>,
  asking: Asking,
): Promise<AssistantReply> {
  const imageAt = new Map(files.filter(({ widthPx }) => widthPx !== undefined).map((file) => [file.field, file]))
  if (imageAt.size === 0) throw new AssistError('INVALID_ANSWER', 'the job has no image')
  const boxOf = ({ classIndex }: TrackEnds, { field, left, top, right, bottom }: EndBox) => {
    const { widthPx = 1, heightPx = 1 } = imageAt.get(field) ?? {}
    return {
      type: 'rectangle',
      label_id: classIndex + 1,
      points: [left * widthPx, top * heightPx, right * widthPx, bottom * heightPx],
    }
  }
  const chains = new Chains()
  const gaps = gapsOf(trackEnds)
  for (const [done, { sensorId, before, after }] of gaps.entries()) {
    const of = trackEnds.filter((one) => one.sensorId === sensorId)
    const went = of.flatMap((one) =>
      one.last?.frame === before && !chains.goesOn(one) ? [{ one, box: one.last }] : [],
    )
    const came = of.flatMap((one) =>
      one.first?.frame === after && !chains.isKnown(one) ? [{ one, box: one.first }] : [],
    )
    asking.onProgress?.(done / gaps.length)
    if (went.length === 0 || came.length === 0) continue
    const body = {
      image0: await base64Image(context, job, went[0].box.field),
      image1: await base64Image(context, job, came[0].box.field),
      boxes0: went.map(({ one, box }) => boxOf(one, box)),
      boxes1: came.map(({ one, box }) => boxOf(one, box)),
      threshold: THRESHOLD,
      max_distance: PIXELS_A_FRAME * (after - before),
    }
    const reply = await callAssistant(context, called, called.url, body, asking)
    const matching = readSmallAnswer(reply.bytes, 'track', TRACKED)
    if (!Array.isArray(matching)) throw new AssistError('INVALID_ANSWER', 'track: a list of places was expected')
    for (const [place, { one }] of went.entries()) chains.add(one, came[Number(matching[place] ?? -1)]?.one)
  }
  return { bytes: Buffer.from(JSON.stringify({ merges: chains.merges })), within: null }
}

interface Gap {
  sensorId: string
  before: number
  after: number
}

/** Pairs of frames in which one object ended and another began, on the same camera. */
function gapsOf(ends: readonly TrackEnds[]): Gap[] {
  const of = (sensorId: string, side: 'first' | 'last') => [
    ...new Set(ends.flatMap((one) => (one.sensorId === sensorId ? (one[side]?.frame ?? []) : []))),
  ]
  return [...new Set(ends.map(({ sensorId }) => sensorId))]
    .flatMap((sensorId) =>
      of(sensorId, 'last').flatMap((before) => of(sensorId, 'first').map((after) => ({ sensorId, before, after }))),
    )
    .filter(({ before, after }) => after > before && after - before <= MOST_FRAMES_APART)
    .sort((a, b) => a.after - a.before - (b.after - b.before) || a.before - b.before)
}

/** Which objects are one. Each pair names the first of its chain: it stays when the pairs before are accepted. */
class Chains {
  readonly merges: [string, string][] = []
  readonly #before = new Map<string, string>()
  readonly #after = new Set<string>()

  goesOn({ trackId }: TrackEnds): boolean {
    return this.#after.has(trackId)
  }

  isKnown({ trackId }: TrackEnds): boolean {
    return this.#before.has(trackId)
  }

  add(went: TrackEnds, came: TrackEnds | undefined): void {
    if (!came || this.isKnown(came)) return
    this.#before.set(came.trackId, went.trackId)
    this.#after.add(went.trackId)
    let first = went.trackId
    for (let id = this.#before.get(first); id !== undefined; id = this.#before.get(id)) first = id
    this.merges.push([first, came.trackId])
  }
}
