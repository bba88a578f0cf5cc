import { COMMON_VIEW, type Key, type ShapePath, type Track } from '../document.ts'
import { viewAt } from '../interpolate.ts'
import type { CuboidPlacement, ViewShape } from '../shape.ts'
import { lastIndexAt } from '../shapePath.ts'
import { goneAt, goneFrom } from './goneEverywhere.ts'
import { joinTracks } from './joinTracks.ts'
import { firstFrame, type MergeNote, mergeTracks } from './mergeTracks.ts'

/** The shape kinds of objects; a 3D box is a cuboid. */
export type ObjectKind = ViewShape['type']

/** Why two objects cannot be one, in the order in which it is asked. */
export type NotOne =
  | { refused: 'OTHER_CLASS'; classIds: readonly [string, string] }
  | { refused: 'OTHER_KIND'; kinds: readonly [ObjectKind, ObjectKind] }
  /** In this frame first. Of rectangles on a camera `sensorId` says which. */
  | { refused: 'BOTH_SEEN'; frame: number; sensorId?: string }

export type MadeOne = { merged: Track; goneId: string; notes: readonly MergeNote[] } | NotOne

/**
 * Merges two objects into one, with the id and the number of the one that begins first; the same rule for videos and
 * point clouds. They must have one class and one kind, and no frame may show both: hidden frames and frames after the
 * last key show nothing.
 */
export function madeOne(one: Track, other: Track, frameCount: number): MadeOne {
  const refusal = whyNotOne(one, other, frameCount)
  if (refusal) return refusal
  const [earlier, later] = firstFrame(one) <= firstFrame(other) ? [one, other] : [other, one]
  // In images an object moves to where it is seen next; in space it is absent until then.
  if (!isInSpace(earlier) && lastFrame(earlier) < firstFrame(later)) return { ...joinTracks(earlier, later), notes: [] }
  const kept = withoutTail(earlier, later)
  const added = withoutTail(later, earlier)
  const [shown, apart] = withoutCovered(kept, added, frameCount)
  const result = mergeTracks(shown, apart, frameCount)
  if (!('refused' in result)) return result
  if (result.refused === 'other_form') return { refused: 'OTHER_KIND', kinds: [kindOf(one), kindOf(other)] }
  const { sensorId } = { sensorId: undefined, ...result }
  return { refused: 'BOTH_SEEN', frame: result.frames[0], ...(sensorId !== undefined && { sensorId }) }
}

/** null: they can be one. */
export function whyNotOne(one: Track, other: Track, frameCount: number): NotOne | null {
  if (one.classId !== other.classId) return { refused: 'OTHER_CLASS', classIds: [one.classId, other.classId] }
  const kinds = otherKinds(one, other)
  if (kinds) return { refused: 'OTHER_KIND', kinds }
  for (let frame = 0; frame < frameCount; frame++) {
    if (isSeen(one.cuboid, frame) && isSeen(other.cuboid, frame)) return { refused: 'BOTH_SEEN', frame }
    for (const [sensorId, view] of one.views) {
      const beside = other.views.get(sensorId)
      if (!beside || view.follows || beside.follows) continue
      if (isSeen(view, frame) && isSeen(beside, frame)) return { refused: 'BOTH_SEEN', frame }
    }
  }
  return null
}

/** The kind of its box in space, otherwise of its first shape. */
export function kindOf({ cuboid, views }: Track): ObjectKind {
  if (cuboid) return 'cuboid'
  for (const { keys } of views.values()) for (const key of keys) if (key.kind === 'shape') return key.shape.type
  return 'rectangle'
}

/** A box in space and what only a camera saw may be one; a box and a line in space may not. */
function otherKinds(one: Track, other: Track): readonly [ObjectKind, ObjectKind] | null {
  const inSpace = (track: Track) => track.cuboid !== null || track.views.has(COMMON_VIEW)
  if (one.cuboid && other.cuboid) return null
  const isCameraAlone = !inSpace(one) || !inSpace(other)
  const kinds = [kindOf(one), kindOf(other)] as const
  const isBoxOfCamera = isCameraAlone && (one.cuboid !== null || other.cuboid !== null)
  return kinds[0] === kinds[1] || isBoxOfCamera ? null : kinds
}

const isInSpace = (track: Track): boolean => track.cuboid !== null || track.views.size > 1

type AnyPath = ShapePath<CuboidPlacement> | ShapePath<ViewShape>

/** There, not hidden, and not held after the last key. */
function isSeen(path: AnyPath | null, frame: number): boolean {
  if (!path) return false
  const keys: readonly Key<CuboidPlacement | ViewShape>[] = path.keys
  const at = keys[lastIndexAt(keys, frame)]
  if (at?.kind !== 'shape' || at.hidden) return false
  return frame <= keys[keys.length - 1].frame
}

const paths = ({ cuboid, views }: Track): AnyPath[] => [...(cuboid ? [cuboid] : []), ...views.values()]

const lastFrame = (track: Track): number =>
  Math.max(-1, ...paths(track).map(({ keys }) => (keys.length > 0 ? keys[keys.length - 1].frame : -1)))

/** If the other object continues after the last key, this one ends there: frames after the last key show nothing. */
function withoutTail(track: Track, other: Track): Track {
  const isOpen = paths(track).some(({ keys }) => keys.at(-1)?.kind === 'shape')
  const end = lastFrame(track) + 1
  return isOpen && lastFrame(other) >= end ? (goneFrom(track, end) ?? track) : track
}

/** In frames in which both are there, the one that is hidden gives way. */
function withoutCovered(one: Track, other: Track, frameCount: number): [Track, Track] {
  let [kept, added] = [one, other]
  for (let frame = 0; frame < frameCount; frame++) {
    if (!isThere(kept, frame) || !isThere(added, frame)) continue
    const keptIsSeen = paths(kept).some((path) => isSeen(path, frame))
    if (keptIsSeen) added = goneAt(added, frame, frameCount) ?? added
    else kept = goneAt(kept, frame, frameCount) ?? kept
  }
  return [kept, added]
}

const isThere = ({ cuboid, views }: Track, frame: number): boolean =>
  cuboid
    ? cuboid.keys[lastIndexAt(cuboid.keys, frame)]?.kind === 'shape'
    : [...views.values()].some((view) => viewAt(view, frame))
