import type { ShownShape } from '../../../view2d/shapeIndex.ts'
import { handlesOf } from '../../../view2d/shapes/handles.ts'
import { type PixelPoint, pixelDistance } from '../../../view2d/shapes/pixels.ts'
import type { Handle } from '../../../view2d/shapes/shapeView.ts'
import type { ImageHost } from '../imageHost.ts'

/** The distance of the rotation handle from its shape, in screen pixels. */
export const ROTATE_OFFSET_PX = 24
/** How near the pointer has to come to a handle, in screen pixels. */
const REACH_PX = 7

/** The handles that are shown: those of a single selected shape. */
export function shownHandles(editor: ImageHost): { shown: ShownShape; handles: Handle[] } | null {
  const selected = editor.session.readOnly ? [] : editor.selectedShapes()
  if (selected.length !== 1) return null
  const [shown] = selected
  return { shown, handles: handlesOf(shown.shape, editor.image, editor.imagePx(ROTATE_OFFSET_PX)) }
}

/** The nearest handle in reach; of two at one place the one that is drawn above. */
export function handleAt(editor: ImageHost, at: PixelPoint): { shown: ShownShape; handle: Handle } | null {
  const found = shownHandles(editor)
  if (!found) return null
  let nearest: Handle | null = null
  let nearestPx = editor.imagePx(REACH_PX)
  for (const handle of found.handles) {
    const away = pixelDistance(handle.at, at)
    if (away > nearestPx) continue
    nearest = handle
    nearestPx = away
  }
  return nearest && { shown: found.shown, handle: nearest }
}
