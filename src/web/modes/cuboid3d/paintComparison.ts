import type { Cuboid } from '../../../geometry/cuboid.ts'
import { scale } from '../../../geometry/vec3.ts'
import { isSpaceShape } from '../../../model/shapes/spaceShapes.ts'
import { isNamedAt, linesAt, overlayText } from '../../document/overlayLook.ts'
import { cuboidRelativeTo } from '../../view3d/relativeMatrix.ts'
import type { ViewCamera } from '../../view3d/viewCamera.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import { paintBox, paintSpaceShape } from './paintSuggestions.ts'
import { moved } from './spaceObjects.ts'

const relative = new WeakMap<Cuboid, Cuboid>()

/** The same object each time, so that values computed for it are found again. */
export function relativeTo({ job }: CuboidEditor, cuboid: Cuboid): Cuboid {
  const known = relative.get(cuboid)
  if (known) return known
  const made = cuboidRelativeTo(job.originM, cuboid)
  relative.set(cuboid, made)
  return made
}

/** Documents over each other in the large view: each state with its colour and dashes, and what it is. */
export function paintComparison(context: CanvasRenderingContext2D, viewCamera: ViewCamera, editor: CuboidEditor): void {
  const { session, job } = editor
  const { overlay, frame } = session
  for (const line of linesAt(overlay, frame)) {
    const { object, shape, look } = line
    const isCurrent = object === overlay.current
    context.setLineDash([...look.dash])
    context.strokeStyle = look.color
    context.lineWidth = isCurrent ? 3.5 : object.state === 'equal' ? 1 : 2
    const name = isNamedAt(line) && (isCurrent || session.view.tags) ? overlayText(object) : null
    if (shape.type === 'solid') paintBox(context, viewCamera, relativeTo(editor, shape.cuboid), name)
    else if (isSpaceShape(shape)) paintSpaceShape(context, viewCamera, moved(shape, scale(job.originM, -1)), name)
  }
  context.setLineDash([])
}
