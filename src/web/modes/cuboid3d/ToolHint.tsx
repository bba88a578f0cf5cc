import { useSession } from '../../document/useSession.ts'
import type { CuboidEditor } from './cuboidEditor.ts'

const HINTS: Readonly<Record<string, string>> = {
  drag: 'Drag over an object from its rear to its front',
  click: 'Click on an object: it gets the size of its class',
  rectangle: 'Drag a rectangle around an object',
  camera: 'Draw the box on a camera’s image',
}
const LOOKING = 'Drag to turn, with the right button to shift, wheel to come nearer, double-click to look there'

/** What the pointer does now, as far as nobody can see it. */
export function ToolHint({ editor: { session } }: { editor: CuboidEditor }) {
  const tool = useSession(session, (open) => open.activeTool)
  const isEmpty = useSession(session, ({ document }) => document.tracks.size === 0)
  const hint = HINTS[tool] ?? (isEmpty ? LOOKING : null)
  return hint && <div className="sensors-hint">{hint}</div>
}
