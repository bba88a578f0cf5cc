import type { AnnotatedDocument } from '../document.ts'
import type { Edit } from '../operations/documentOperation.ts'
import { toPlainTrack } from '../plainTrack.ts'

/**
 * Puts tracks before or after all others and leaves both groups in their order. Objects are drawn, and delivered, in
 * the order of the document: the last one is in front. Empty where they are there already.
 */
export function reordered({ tracks }: AnnotatedDocument, ids: ReadonlySet<string>, to: 'front' | 'back'): Edit[] {
  const all = [...tracks.values()]
  const chosen = all.filter(({ id }) => ids.has(id))
  const end = to === 'front' ? all.slice(all.length - chosen.length) : all.slice(0, chosen.length)
  if (chosen.every((track, i) => track === end[i])) return []
  return [
    ...chosen.map(({ id }): Edit => ({ type: 'removeTrack', trackId: id })),
    ...chosen.map(
      (track, i): Edit => ({ type: 'putTrack', track: toPlainTrack(track), index: to === 'front' ? null : i }),
    ),
  ]
}
