import type { Cuboid } from '../../geometry/cuboid.ts'
import type { AnnotatedDocument, Track } from '../document/document.ts'
import { cuboidAt } from '../document/interpolate.ts'
import { type CuboidEvidence, floatsOrSinks } from './cuboidEvidence.ts'
import type { FramePoints } from './framePoints.ts'

/** Heights of this many frames tell whether an object floats; the others are looked at where it does. */
const SAMPLED_FRAMES = 5
/** All objects take theirs from so many frames of a job, if they are in enough of them: few clouds are read for it. */
const COMMON_FRAMES = 20

/**
 * Frames in which the height of an object is looked at first, evenly spread.
 * @param frames those in which the object is, ascending
 */
function sampledFrames(frames: readonly number[], frameCount: number): number[] {
  const step = Math.max(1, Math.floor(frameCount / COMMON_FRAMES))
  const common = frames.filter((frame) => frame % step === 0)
  return evenly(common.length >= Math.min(SAMPLED_FRAMES, frames.length) ? common : frames)
}

function evenly(frames: readonly number[]): number[] {
  if (frames.length <= SAMPLED_FRAMES) return [...frames]
  const last = frames.length - 1
  return Array.from({ length: SAMPLED_FRAMES }, (_, i) => frames[Math.round((i * last) / (SAMPLED_FRAMES - 1))])
}

/** What the points say of one track: lists of equal length, one entry a frame that was looked at. */
export interface TrackEvidence {
  frames: number[]
  /** NaN: not counted. */
  counts: number[]
  /** NaN: not examined, or no ground is visible. */
  heights: number[]
}

export type EvidenceByTrack = ReadonlyMap<string, TrackEvidence>

export const noEvidence = (): TrackEvidence => ({ frames: [], counts: [], heights: [] })

/** Returns the evidence for checkDocument. */
export function evidenceOf(byTrack: EvidenceByTrack): CuboidEvidence {
  const placeOf = new Map(
    Array.from(byTrack, ([trackId, { frames }]) => [trackId, new Map(frames.map((frame, at) => [frame, at]))]),
  )
  const read = (trackId: string, frame: number, list: 'counts' | 'heights'): number | null => {
    const at = placeOf.get(trackId)?.get(frame)
    const value = at === undefined ? undefined : byTrack.get(trackId)?.[list][at]
    return value === undefined || Number.isNaN(value) ? null : value
  }
  return {
    pointCount: (trackId, frame) => read(trackId, frame, 'counts'),
    overGroundM: (trackId, frame) => read(trackId, frame, 'heights'),
  }
}

/** What is asked of a cuboid in a frame. */
export interface AskedBox {
  trackId: string
  cuboid: Cuboid
  isCountAsked: boolean
  isHeightAsked: boolean
}

/**
 * Cuboids of a document by frame, with what has to be worked out of each, in two rounds over different frames: in a few
 * frames the points and heights of all; in the others the points of all, and in all frames the heights of those that
 * float or sink by the first round.
 */
export class CuboidsToLookAt {
  readonly #tracks: readonly { track: Track; sampled: ReadonlySet<number>; floats: boolean }[]
  readonly #first: ReadonlySet<number>
  readonly #round: 'first' | 'second'

  /** @param floating of the second round: tracks of which all heights are asked; null: the first round */
  constructor(
    document: Pick<AnnotatedDocument, 'frameCount'>,
    all: Iterable<Track>,
    floating: ReadonlySet<string> | null,
  ) {
    this.#round = floating ? 'second' : 'first'
    this.#tracks = [...all].flatMap((track) => {
      if (!track.cuboid) return []
      const frames = framesOf(track, document.frameCount)
      const sampled = new Set(sampledFrames(frames, document.frameCount))
      return [{ track, sampled, floats: floating?.has(track.id) ?? false }]
    })
    this.#first = new Set(this.#tracks.flatMap(({ sampled }) => [...sampled]))
  }

  /** Whether the round looks at the frame at all. */
  asksIn(frame: number): boolean {
    const isFirst = this.#first.has(frame)
    if (this.#round === 'first') return isFirst
    return !isFirst || this.#tracks.some(({ floats, sampled }) => floats && !sampled.has(frame))
  }

  at(frame: number): AskedBox[] {
    if (!this.asksIn(frame)) return []
    const isCountAsked = this.#first.has(frame) === (this.#round === 'first')
    return this.#tracks.flatMap(({ track, sampled, floats }) => {
      const isHeightAsked = this.#round === 'first' ? sampled.has(frame) : floats && !sampled.has(frame)
      const shown = isCountAsked || isHeightAsked ? cuboidAt(track, frame) : null
      return shown ? [{ trackId: track.id, cuboid: shown.shape, isCountAsked, isHeightAsked }] : []
    })
  }
}

function framesOf(track: Track, frameCount: number): number[] {
  const frames: number[] = []
  for (let frame = 0; frame < frameCount; frame++) if (cuboidAt(track, frame)) frames.push(frame)
  return frames
}

/** Looks at the cuboids of one frame. */
export function lookAtFrame(
  found: Map<string, TrackEvidence>,
  frame: number,
  boxes: readonly AskedBox[],
  points: FramePoints,
): void {
  const counted = boxes.filter(({ isCountAsked }) => isCountAsked)
  const counts = points.countIn(counted.map(({ cuboid }) => cuboid))
  const countOf = new Map(counted.map(({ trackId }, i) => [trackId, counts[i]]))
  for (const { trackId, cuboid, isHeightAsked } of boxes) {
    const evidence = found.get(trackId) ?? noEvidence()
    found.set(trackId, evidence)
    evidence.frames.push(frame)
    evidence.counts.push(countOf.get(trackId) ?? Number.NaN)
    evidence.heights.push((isHeightAsked ? points.overGroundM(cuboid) : null) ?? Number.NaN)
  }
}

/** Tracks that float or sink by the heights of the first round. */
export function floatingTracks(byTrack: EvidenceByTrack): Set<string> {
  const known = (heights: readonly number[]) => heights.filter((height) => !Number.isNaN(height))
  return new Set([...byTrack].flatMap(([trackId, { heights }]) => (floatsOrSinks(known(heights)) ? [trackId] : [])))
}

/** Adds later evidence: new frames, and heights of known frames. */
export function addEvidence(into: Map<string, TrackEvidence>, found: EvidenceByTrack): void {
  for (const [trackId, { frames, counts, heights }] of found) {
    const known = into.get(trackId)
    if (!known) {
      into.set(trackId, { frames: [...frames], counts: [...counts], heights: [...heights] })
      continue
    }
    const placeOf = new Map(known.frames.map((frame, at) => [frame, at]))
    frames.forEach((frame, i) => {
      const at = placeOf.get(frame)
      if (at !== undefined) {
        if (!Number.isNaN(counts[i])) known.counts[at] = counts[i]
        if (!Number.isNaN(heights[i])) known.heights[at] = heights[i]
        return
      }
      known.frames.push(frame)
      known.counts.push(counts[i])
      known.heights.push(heights[i])
    })
  }
}
