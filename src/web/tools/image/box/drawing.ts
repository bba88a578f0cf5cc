import type { FlatShape } from '../../../../model/document/shape.ts'
import type { EditId } from '../../../messages/message.ts'
import { msg } from '../../../messages/message.ts'
import { boundsBetween, type PixelPoint, pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageToolState, PointerInfo } from '../imageHost.ts'
import { DRAG_START_PX } from '../select/pressing.ts'

/** A smaller shape would be invisible in the image. */
export const MIN_SIZE_PX = 1
/** Smaller than this on the screen, and it was a slip of the hand: small things are drawn zoomed in. */
const MIN_SCREEN_PX = 3

export type MakeShape = (editor: ImageHost, from: PixelPoint, to: PixelPoint) => FlatShape

/** Pressed: a drag makes the shape. Released in place, it selects the object there. */
export function drawingBox(tool: string, label: EditId, from: PointerInfo, make: MakeShape): ImageToolState {
  let to = from.at
  let pulled = false
  const finish = (editor: ImageHost): ImageNext => {
    const { left, top, right, bottom } = boundsBetween(from.at, to)
    const least = Math.max(MIN_SIZE_PX, editor.imagePx(MIN_SCREEN_PX))
    if (right - left >= least && bottom - top >= least) editor.create(label, make(editor, from.at, to))
    else editor.session.notices.refuse(msg('draw.tooSmall', { size: MIN_SCREEN_PX }))
    return DONE
  }
  return {
    name: `${tool}.drawing`,
    cursor: 'crosshair',
    pointerMove(_, info) {
      to = info.shift ? squared(from.at, info.at) : info.at
      pulled ||= pixelDistance(info.screen, from.screen) >= DRAG_START_PX
      return undefined
    },
    pointerUp: (editor) => (pulled ? finish(editor) : clickedWith(editor, from)),
    overlay: (editor) => (pulled ? { added: [make(editor, from.at, to)], crosshair: to } : { crosshair: to }),
  }
}

/** A click with a tool that draws by drags: on an object it selects it, elsewhere it makes nothing. */
export function clickedWith(editor: ImageHost, { at, shift, ctrl }: PointerInfo): ImageNext {
  const { session } = editor
  const found = editor.shapeAt(at)
  if (!found) session.notices.refuse(msg('draw.byDrag'))
  else if (shift || ctrl) session.select([...session.selection, found.trackId])
  else session.select([found.trackId])
  return DONE
}

function squared(from: PixelPoint, to: PixelPoint): PixelPoint {
  const side = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))
  return { x: from.x + Math.sign(to.x - from.x) * side, y: from.y + Math.sign(to.y - from.y) * side }
}
