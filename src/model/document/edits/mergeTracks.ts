import { angleBetween } from '../../../geometry/quaternion.ts'
import { distance } from '../../../geometry/vec3.ts'
import { COMMON_VIEW, type CuboidPath, type Key, type Track } from '../document.ts'
import type { CuboidPlacement } from '../shape.ts'
import { commonFrames, joinedKeys, keysWithin, type Span, spansOf } from './keySpans.ts'
import { mergedViews } from './mergeViews.ts'
import { sameSize, shownPlacement, withPlacedKeys } from './placements.ts'
import { mergedSteps } from './stepSpans.ts'

/** Effects of a merge that a person may not expect. */
export type MergeNote = 'not_stationary' | 'own_sizes'

export type MergeResult =
  | { merged: Track; goneId: string; notes: MergeNote[] }
  /** In these frames both exist, or both have an edited box on a camera. */
  | { refused: 'both_exist'; frames: number[] }
  | { refused: 'both_have_box'; sensorId: string; frames: number[] }
  /** One is a box, the other a polyline or key points. */
  | { refused: 'other_form' }

/**
 * Merges two objects into one, with the id and class of the one that begins first. It shows in every frame what either
 * showed; if both exist in a frame, it is unclear which one is right, and they are not merged. madeOne decides whether
 * people may merge them.
 */
export function mergeTracks(one: Track, other: Track, frameCount: number): MergeResult {
  const [kept, added] = (firstFrame(one) <= firstFrame(other) ? [one, other] : [other, one]).map(withPlacedKeys)
  const spans = [kept, added].map(({ cuboid }) => spansOf(cuboid?.keys ?? [], frameCount))
  if ((kept.cuboid && added.views.has(COMMON_VIEW)) || (added.cuboid && kept.views.has(COMMON_VIEW))) {
    return { refused: 'other_form' }
  }
  const both = commonFrames(spans[0], spans[1])
  if (both.length > 0) return { refused: 'both_exist', frames: both }
  const views = mergedViews(kept, added, spans, frameCount)
  if ('sensorId' in views) {
    return views.sensorId === COMMON_VIEW
      ? { refused: 'both_exist', frames: views.frames }
      : { refused: 'both_have_box', ...views }
  }
  const notes: MergeNote[] = []
  const isStill = kept.stationary && added.stationary && samePlace(kept, added)
  if ((kept.stationary || added.stationary) && kept.cuboid && added.cuboid && !isStill) {
    notes.push('not_stationary')
  }
  const stationary =
    kept.cuboid && added.cuboid ? isStill : kept.cuboid ? kept.stationary : added.cuboid ? added.stationary : false
  const attributes =
    kept.classId === added.classId ? new Map([...added.attributes, ...kept.attributes]) : kept.attributes
  const cuboid = mergedCuboid(kept, added, spans, frameCount)
  if (kept.cuboid && added.cuboid && !sameSize(kept.cuboid.dimensions, added.cuboid.dimensions)) {
    notes.push('own_sizes')
  }
  return { merged: { ...kept, stationary, attributes, cuboid, views: views.views }, goneId: added.id, notes }
}

/** The first frame in which the track has anything. */
export function firstFrame({ cuboid, views }: Track): number {
  const firsts = [cuboid, ...views.values()].map((path) => path?.keys.find(({ kind }) => kind === 'shape')?.frame)
  return Math.min(...firsts.filter((frame) => frame !== undefined))
}

const SAME_PLACE_M = 1e-6
const SAME_HEADING_RAD = 1e-6

function samePlace(one: Track, other: Track): boolean {
  const [a, b] = [one, other].map(({ cuboid }) => cuboid?.keys.find((key) => key.kind === 'shape'))
  if (a?.kind !== 'shape' || b?.kind !== 'shape') return false
  const isThere = distance(a.shape.position, b.shape.position) < SAME_PLACE_M
  return isThere && angleBetween(a.shape.heading, b.shape.heading) < SAME_HEADING_RAD
}

function mergedCuboid(kept: Track, added: Track, spans: readonly Span[][], frameCount: number): CuboidPath | null {
  const [ofKept, ofAdded] = [kept.cuboid, added.cuboid]
  if (!ofKept || !ofAdded) return ofKept ?? ofAdded
  const { dimensions } = ofKept
  const inSizeOf = (key: Key<CuboidPlacement>): Key<CuboidPlacement> => {
    if (key.kind === 'out' || sameSize(dimensions, ofAdded.dimensions)) return key
    return { ...key, shape: { ...key.shape, sizeOverride: key.shape.sizeOverride ?? ofAdded.dimensions } }
  }
  const parts = [kept, added].flatMap((track, i) =>
    spans[i].map((span) => ({ span, keys: partOf(track, span).map(i === 1 ? inSizeOf : (key) => key) })),
  )
  // Attributes of another class have another meaning, and no result may have them.
  const attributes =
    kept.classId === added.classId
      ? mergedSteps(ofKept.attributes, ofAdded.attributes, frameCount, (frame) => ownerOf(spans, frame))
      : ofKept.attributes
  return { keys: joinedKeys(parts, frameCount), attributes, dimensions }
}

const partOf = (track: Track, span: Span): Key<CuboidPlacement>[] =>
  keysWithin(track.cuboid?.keys ?? [], span, (frame) => shownPlacement(track, frame))

const ownerOf = (spans: readonly Span[][], frame: number): 0 | 1 | null => {
  const at = spans.findIndex((ofOne) => ofOne.some(({ first, last }) => frame >= first && frame <= last))
  return at === 0 || at === 1 ? at : null
}
