import type { AnnotatedDocument, Track } from '../document.ts'
import type { Edit } from '../operations/documentOperation.ts'
import { toPlainTrack } from '../plainTrack.ts'
import { joinTracks } from './joinTracks.ts'

/** Edits that make one object of each pair, one pair after the other; a pair of which one is gone is left out. */
export function editsToJoin(
  { tracks }: Pick<AnnotatedDocument, 'tracks'>,
  pairs: readonly (readonly [string, string])[],
): Edit[] {
  const joined = new Map<string, Track>()
  const gone = new Set<string>()
  const now = (id: string) => (gone.has(id) ? undefined : (joined.get(id) ?? tracks.get(id)))
  for (const pair of pairs) {
    const [one, other] = pair.map(now)
    if (!one || !other || one.id === other.id) continue
    const { merged, goneId } = joinTracks(one, other)
    joined.set(merged.id, merged)
    joined.delete(goneId)
    gone.add(goneId)
  }
  return [
    ...Array.from(gone, (trackId): Edit => ({ type: 'removeTrack', trackId })),
    ...Array.from(joined.values(), (track): Edit => ({ type: 'putTrack', track: toPlainTrack(track), index: null })),
  ]
}
