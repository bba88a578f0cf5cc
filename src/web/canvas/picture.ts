import type { ImageSize } from '../../formats/results/jobContext.ts'
import type { ViewOptions } from '../document/viewOptions.ts'
import type { Camera2d, ViewportSize } from '../view2d/camera2d.ts'

/** Something that can be drawn as the image of a frame. */
export interface Picture {
  draw(context: CanvasRenderingContext2D, camera: Camera2d, viewport: ViewportSize, image: ImageSize): void
}

/** Of the SVG filter that is in the page with the controls of brightness: CSS has none of that kind. */
export const GAMMA_FILTER_ID = 'picture-gamma'

/** The browser's own filter, '' for none: the image is neither decoded nor drawn again for it. */
export function pictureFilter({ brightness, contrast, saturation, gamma }: ViewOptions): string {
  const light = brightness === 1 && contrast === 1 ? [] : [`brightness(${brightness}) contrast(${contrast})`]
  const curve = gamma === 1 ? [] : [`url(#${GAMMA_FILTER_ID})`]
  return [...curve, ...light, ...(saturation === 1 ? [] : [`saturate(${saturation})`])].join(' ')
}

/** From here on pixels are shown as squares. */
const CRISP_SCALE = 2

/** One decoded file. Its size may differ from the image's: it is drawn over the whole of it. */
export function bitmapPicture(bitmap: ImageBitmap): Picture {
  return {
    draw(context, { scale, x, y }, _, { widthPx, heightPx }) {
      context.imageSmoothingEnabled = scale < CRISP_SCALE
      context.imageSmoothingQuality = 'medium'
      context.drawImage(bitmap, x, y, widthPx * scale, heightPx * scale)
    },
  }
}
