import type { Cuboid } from '../../geometry/cuboid.ts'
import type { AnnotatedDocument, Track } from '../document/document.ts'
import { cuboidAt } from '../document/interpolate.ts'
import { type CuboidEvidence, floatsOrSinks } from './cuboidEvidence.ts'
import { type FramePoints, sampledFrames } from './framePoints.ts'

/** What the points say of one track: lists of equal length, one entry a frame that was looked at. */
export interface TrackEvidence {
  frames: number[]
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

/** Cuboids of a document by frame, with what has to be computed for each. */
export class CuboidsToLookAt {
  readonly #document: AnnotatedDocument
  readonly #tracks: readonly { track: Track; heightsAt: ReadonlySet<number> }[]

  constructor(document: AnnotatedDocument, tracks: Iterable<Track>, heights: 'sampled' | 'others') {
    this.#document = document
    this.#tracks = Array.from(tracks, (track) => {
      const frames = this.#framesOf(track)
      const sampled = new Set(sampledFrames(frames))
      return { track, heightsAt: heights === 'sampled' ? sampled : new Set(frames.filter((one) => !sampled.has(one))) }
    }).filter(({ track }) => track.cuboid)
  }

  at(frame: number): { trackId: string; cuboid: Cuboid; isHeightAsked: boolean }[] {
    return this.#tracks.flatMap(({ track, heightsAt }) => {
      const shown = cuboidAt(track, frame)
      return shown ? [{ trackId: track.id, cuboid: shown.shape, isHeightAsked: heightsAt.has(frame) }] : []
    })
  }

  #framesOf(track: Track): number[] {
    const frames: number[] = []
    for (let frame = 0; frame < this.#document.frameCount; frame++) if (cuboidAt(track, frame)) frames.push(frame)
    return frames
  }
}

/** Looks at the cuboids of one frame. */
export function lookAtFrame(
  found: Map<string, TrackEvidence>,
  frame: number,
  boxes: ReturnType<CuboidsToLookAt['at']>,
  points: FramePoints,
): void {
  for (const { trackId, cuboid, isHeightAsked } of boxes) {
    const evidence = found.get(trackId) ?? noEvidence()
    found.set(trackId, evidence)
    evidence.frames.push(frame)
    evidence.counts.push(points.countIn(cuboid))
    evidence.heights.push((isHeightAsked ? points.overGroundM(cuboid) : null) ?? Number.NaN)
  }
}

/** Tracks that float or sink according to the samples; the heights of their other frames are still to be examined. */
export function suspiciousTracks(byTrack: EvidenceByTrack): string[] {
  return Array.from(byTrack).flatMap(([trackId, { frames, heights }]) => {
    const known = heights.filter((height) => !Number.isNaN(height))
    return known.length < frames.length && floatsOrSinks(known) ? [trackId] : []
  })
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
        if (!Number.isNaN(heights[i])) known.heights[at] = heights[i]
        return
      }
      known.frames.push(frame)
      known.counts.push(counts[i])
      known.heights.push(heights[i])
    })
  }
}
