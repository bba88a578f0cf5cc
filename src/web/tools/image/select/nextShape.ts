import type { ShownShape } from '../../../view2d/shapeIndex.ts'
import type { ImageHost } from '../imageHost.ts'

/** The shape after the selected one in the order of the frame, or before it; null past the last. */
export function shapeBeside({ shapes, session }: ImageHost, step: 1 | -1): ShownShape | null {
  const all = shapes.all()
  const [current] = session.selection
  const at = all.findIndex(({ trackId }) => trackId === current)
  return all[at < 0 && step < 0 ? all.length - 1 : at + step] ?? null
}

/** Selects it, and brings it into view. */
export function nextShape(editor: ImageHost, step: 1 | -1): void {
  const next = shapeBeside(editor, step)
  if (!next) return
  editor.session.select([next.trackId])
  editor.bringIntoView(next.bounds)
}
