import type { ShareBox } from '../../../document/openSuggestions.ts'
import { imageOf } from '../../../view2d/camera2d.ts'
import { insideOf } from '../../../view2d/shapes/pixels.ts'
import type { ImageHost } from '../imageHost.ts'

/** The visible part of the image. */
export function seenShare({ camera, viewport, image }: ImageHost): ShareBox {
  const [from, to] = [
    { x: 0, y: 0 },
    { x: viewport.widthPx, y: viewport.heightPx },
  ].map((corner) => insideOf(imageOf(corner, camera), image))
  return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y }
}
