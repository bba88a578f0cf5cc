import { CUT_CELLS } from '../../../../model/cutout/cutWindow.ts'
import { msg } from '../../../messages/message.ts'
import { boundsBetween, clamp, type PixelBounds, pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import { clickedWith } from '../box/drawing.ts'
import type { ImageHost, ImageNext, ImageToolState, PointerInfo } from '../imageHost.ts'
import { FindingArea } from '../regions/findingArea.ts'
import { DRAG_START_PX } from '../select/pressing.ts'
import { correcting } from './correcting.ts'

/** A smaller box has too few pixels to distinguish object and ground, or was a slip. */
const LEAST_BOX_PX = 6
/** So much of the box's size around it shows what the ground looks like. */
const MARGIN_SHARE = 0.25

/** Pulled from corner to corner. */
export function boxing(from: PointerInfo): ImageToolState {
  let to = from.at
  let isPulled = false
  const finish = (host: ImageHost): ImageNext => {
    const box = boundsOnImage(boundsBetween(from.at, to), host)
    if (Math.min(box.right - box.left, box.bottom - box.top) < LEAST_BOX_PX) {
      host.session.notices.refuse(msg('region.smallBox', { size: LEAST_BOX_PX }))
      return DONE
    }
    const window = host.regions.open(windowAround(box, host), CUT_CELLS)
    if (window) return correcting({ box, window, area: new FindingArea(host) })
    host.session.notices.add(msg('region.noPicture'), 'warning')
    return DONE
  }
  return {
    name: 'object.boxing',
    cursor: 'crosshair',
    pointerMove(_, info) {
      to = info.at
      isPulled ||= pixelDistance(info.screen, from.screen) >= DRAG_START_PX
      return undefined
    },
    pointerUp: (host) => (isPulled ? finish(host) : clickedWith(host, from)),
    overlay: () => ({ box: boundsBetween(from.at, to), crosshair: to }),
  }
}

function windowAround({ left, top, right, bottom }: PixelBounds, host: ImageHost): PixelBounds {
  const margin = Math.max(4, MARGIN_SHARE * Math.max(right - left, bottom - top))
  return boundsOnImage({ left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin }, host)
}

function boundsOnImage({ left, top, right, bottom }: PixelBounds, { image }: ImageHost): PixelBounds {
  const [x, y] = [(value: number) => clamp(value, 0, image.widthPx), (value: number) => clamp(value, 0, image.heightPx)]
  return { left: x(left), top: y(top), right: x(right), bottom: y(bottom) }
}
