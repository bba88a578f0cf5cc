import type { AnnotatedDocument, Track } from '../document.ts'
import type { Edit } from '../operations/documentOperation.ts'
import { toPlainTrack } from '../plainTrack.ts'
import { joinTracks } from './joinTracks.ts'
import { firstFrame, mergeTracks } from './mergeTracks.ts'
import { relationsJoined } from './relations.ts'
import { endToggled } from './trackKeys.ts'

/** Edits that make one object of each pair, one pair after the other; a pair of which one is gone is left out. */
export function editsToJoin(
  { tracks, frameCount }: Pick<AnnotatedDocument, 'tracks' | 'frameCount'>,
  pairs: readonly (readonly [string, string])[],
): Edit[] {
  const joined = new Map<string, Track>()
  const goneInto = new Map<string, string>()
  const now = (id: string) => (goneInto.has(id) ? undefined : (joined.get(id) ?? tracks.get(id)))
  for (const pair of pairs) {
    const [one, other] = pair.map(now)
    if (!one || !other || one.id === other.id) continue
    const made = one.cuboid && other.cuboid ? mergedCuboids(one, other, frameCount) : joinTracks(one, other)
    if (!made) continue
    const { merged, goneId } = made
    joined.set(merged.id, merged)
    joined.delete(goneId)
    goneInto.set(goneId, merged.id)
  }
  return [
    ...Array.from(goneInto.keys(), (trackId): Edit => ({ type: 'removeTrack', trackId })),
    ...Array.from(joined.values(), (track): Edit => ({ type: 'putTrack', track: toPlainTrack(track), index: null })),
    ...relationsJoined(tracks, goneInto),
  ]
}

/** What comes first was last seen at its last keyframe, though it stays in the frames after it; null: both were seen in a frame. */
function mergedCuboids(one: Track, other: Track, frameCount: number) {
  const [earlier, later] = firstFrame(one) <= firstFrame(other) ? [one, other] : [other, one]
  const last = earlier.cuboid?.keys.at(-1)
  const isOpen = last?.kind === 'shape' && last.frame < firstFrame(later)
  const ended = isOpen ? endToggled(earlier, last.frame + 1) : earlier
  const made = mergeTracks(ended ?? earlier, later, frameCount)
  return 'refused' in made ? null : made
}
