import type { ImageHost } from '../imageHost.ts'

/** Cycles through the shapes of the frame in their order; what is out of view is brought into it. */
export function nextShape(editor: ImageHost, step: 1 | -1): void {
  const shapes = editor.shapes.all()
  if (shapes.length === 0) return
  const [current] = editor.session.selection
  const at = shapes.findIndex(({ trackId }) => trackId === current)
  const first = step > 0 ? 0 : shapes.length - 1
  const next = shapes[at < 0 ? first : (at + step + shapes.length) % shapes.length]
  editor.session.select([next.trackId])
  editor.bringIntoView(next.bounds)
}
