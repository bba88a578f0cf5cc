import type { TrackEnds } from '../../../formats/assistants/trackEnds.ts'
import { AssistError } from '../../../model/assistants/assistant.ts'
import type { Job } from '../../../store/project/jobs/jobs.ts'
import type { ApiContext } from '../../context.ts'
import type { AssistantReply } from '../exchange.ts'
import type { AssistantJobRequest } from '../jobRequest.ts'
import { type Asking, type Called, callAssistant } from './carrier.ts'
import { base64Image } from './cvat.ts'
import { readSmallAnswer, TRACKED } from './smallAnswer.ts'

/** What is out of sight for longer looks too different to be told from others. */
const MOST_FRAMES_APART = 30
/** As CVAT's own functions take it where nothing is said: how unlike two may be, and how far one moves a frame. */
const THRESHOLD = 0.5
const PIXELS_A_FRAME = 50

/**
 * Asks a function which objects that come are those that went before, the shortest gaps first. Answers
 * `{merges: [[track_id, track_id]]}`, the first of each pair the one that came first. @throws AssistError
 */
export async function matchWithCvat(
  context: ApiContext,
  called: Called,
  job: Job,
  { files, trackEnds }: Pick<AssistantJobRequest, 'files' | 'trackEnds'>,
  asking: Asking,
): Promise<AssistantReply> {
  const { widthPx = 1, heightPx = 1 } = files[0] ?? {}
  const imageOf = (frame: number) =>
    base64Image(context, job, files.find(({ frameIndex }) => frameIndex === frame)?.field)
  const boxes = (ends: readonly TrackEnds[], side: 'first' | 'last') =>
    ends.map(({ classIndex, [side]: { left, top, right, bottom } }) => ({
      ...{ type: 'rectangle', label_id: classIndex + 1 },
      points: [left * widthPx, top * heightPx, right * widthPx, bottom * heightPx],
    }))
  const chains = new Chains()
  const gaps = gapsOf(trackEnds)
  for (const [done, { before, after }] of gaps.entries()) {
    const went = trackEnds.filter((one) => one.last.frame === before && !chains.goesOn(one))
    const came = trackEnds.filter((one) => one.first.frame === after && !chains.isKnown(one))
    asking.onProgress?.(done / gaps.length)
    if (went.length === 0 || came.length === 0) continue
    const body = {
      ...{ image0: await imageOf(before), image1: await imageOf(after) },
      ...{ boxes0: boxes(went, 'last'), boxes1: boxes(came, 'first') },
      ...{ threshold: THRESHOLD, max_distance: PIXELS_A_FRAME * (after - before) },
    }
    const reply = await callAssistant(context, called, called.url, body, asking)
    const matching = readSmallAnswer(reply.bytes, 'track', TRACKED)
    if (!Array.isArray(matching)) throw new AssistError('INVALID_ANSWER', 'track: a list of places was expected')
    for (const [place, one] of went.entries()) chains.add(one, came[Number(matching[place] ?? -1)])
  }
  return { bytes: Buffer.from(JSON.stringify({ merges: chains.merges })), isLine: false }
}

/** Pairs of frames in which something went and something came. */
function gapsOf(ends: readonly TrackEnds[]): { before: number; after: number }[] {
  const lasts = [...new Set(ends.map(({ last }) => last.frame))]
  const firsts = [...new Set(ends.map(({ first }) => first.frame))]
  return lasts
    .flatMap((before) => firsts.map((after) => ({ before, after })))
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
