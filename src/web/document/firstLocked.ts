import type { Edit } from '../../model/document/operations/documentOperation.ts'

/** The first of the locked tracks that these operations would change; null: none of them. */
export function firstLocked(operations: readonly Edit[], locked: ReadonlySet<string>): string | null {
  if (locked.size === 0) return null
  for (const operation of operations) {
    const trackId = operation.type === 'putTrack' ? operation.track.id : 'trackId' in operation ? operation.trackId : ''
    if (locked.has(trackId)) return trackId
  }
  return null
}
