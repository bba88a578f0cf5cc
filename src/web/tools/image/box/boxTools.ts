import type { FlatShape } from '../../../../model/document/shape.ts'
import type { EditId } from '../../../messages/message.ts'
import { msg } from '../../../messages/message.ts'
import { rectangleBetween } from '../../../view2d/shapes/handles.ts'
import { boundsBetween, normalisedOf, type PixelPoint, pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageTool, ImageToolState, PointerInfo } from '../imageHost.ts'
import { DRAG_START_PX } from '../select/pressing.ts'

/** Smaller than this in the image there is nothing to see. */
const MIN_SIZE_PX = 1
/** Smaller than this on the screen, and it was a slip of the hand: small things are drawn zoomed in. */
const MIN_SCREEN_PX = 3

type MakeShape = (editor: ImageHost, from: PixelPoint, to: PixelPoint) => FlatShape

/** Pressed: pulled and let go makes the shape, and so do two clicks. */
function drawing(tool: string, label: EditId, from: PointerInfo, make: MakeShape): ImageToolState {
  let to = from.at
  let pulled = false
  let clicks = 1
  const finish = (editor: ImageHost): ImageNext => {
    const { left, top, right, bottom } = boundsBetween(from.at, to)
    const least = Math.max(MIN_SIZE_PX, editor.imagePx(MIN_SCREEN_PX))
    if (right - left >= least && bottom - top >= least) editor.create(label, make(editor, from.at, to))
    else editor.session.notices.add(msg('draw.tooSmall', { size: MIN_SCREEN_PX }), 'warning')
    return DONE
  }
  return {
    name: `${tool}.drawing`,
    cursor: 'crosshair',
    pointerDown() {
      clicks++
      return undefined
    },
    pointerMove(_, info) {
      to = info.shift ? squared(from.at, info.at) : info.at
      pulled ||= clicks === 1 && pixelDistance(info.screen, from.screen) >= DRAG_START_PX && info.pressed
      return undefined
    },
    pointerUp: (editor) => (pulled || clicks > 1 ? finish(editor) : undefined),
    complete: finish,
    overlay: (editor) => ({ added: [make(editor, from.at, to)], crosshair: to }),
  }
}

function squared(from: PixelPoint, to: PixelPoint): PixelPoint {
  const side = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))
  return { x: from.x + Math.sign(to.x - from.x) * side, y: from.y + Math.sign(to.y - from.y) * side }
}

function idle(tool: string, label: EditId, make: MakeShape): ImageToolState {
  let at: PixelPoint | undefined
  return {
    name: `${tool}.idle`,
    cursor: 'crosshair',
    pointerMove(_, info) {
      at = info.at
      return undefined
    },
    pointerDown: (editor, info) =>
      info.button === 0 && !editor.session.readOnly ? drawing(tool, label, info, make) : undefined,
    overlay: () => ({ crosshair: at }),
  }
}

export const RECTANGLE_TOOL: ImageTool = {
  id: 'rectangle',
  label: msg('tool.box'),
  icon: 'rectangle',
  key: 'R',
  makes: 'rectangle',
  start: () => idle('rectangle', 'edit.drawBox', (editor, from, to) => rectangleBetween(from, to, editor.image)),
}

export const ELLIPSE_TOOL: ImageTool = {
  id: 'ellipse',
  label: msg('tool.ellipse'),
  icon: 'ellipse',
  key: 'E',
  makes: 'ellipse',
  start: () =>
    idle('ellipse', 'edit.drawEllipse', ({ image }, from, to) => ({
      type: 'ellipse',
      center: normalisedOf({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, image),
      radiusXPx: Math.max(MIN_SIZE_PX / 2, Math.abs(to.x - from.x) / 2),
      radiusYPx: Math.max(MIN_SIZE_PX / 2, Math.abs(to.y - from.y) / 2),
      rotationRad: 0,
    })),
}
