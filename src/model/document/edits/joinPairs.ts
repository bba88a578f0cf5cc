import type { AnnotatedDocument, Track } from '../document.ts'
import type { Edit } from '../operations/documentOperation.ts'
import { toPlainTrack } from '../plainTrack.ts'
import { madeOne } from './oneObject.ts'
import { relationsJoined } from './relations.ts'

/**
 * Edits that merge each pair into one object, pair after pair; a pair with a deleted object, or that cannot be merged,
 * is left out.
 */
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
    const made = madeOne(one, other, frameCount)
    if ('refused' in made) continue
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
