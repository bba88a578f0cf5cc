import type { ImageSize } from '../../formats/results/jobContext.ts'
import type { ViewOptions } from '../document/viewOptions.ts'
import type { Camera2d, ViewportSize } from '../view2d/camera2d.ts'

/** Something that can be drawn as the image of a frame. */
export interface Picture {
  draw(context: CanvasRenderingContext2D, camera: Camera2d, viewport: ViewportSize, image: ImageSize): void
}

/** The id of the SVG filter that the controls of brightness add to the page: CSS has no gamma filter. */
export const GAMMA_FILTER_ID = 'picture-gamma'

/** The browser's own filter, or '': it needs neither decoding nor drawing of the image. */
export function pictureFilter({ brightness, contrast, saturation, gamma }: ViewOptions): string {
  const light = brightness === 1 && contrast === 1 ? [] : [`brightness(${brightness}) contrast(${contrast})`]
  const curve = gamma === 1 ? [] : [`url(#${GAMMA_FILTER_ID})`]
  return [...curve, ...light, ...(saturation === 1 ? [] : [`saturate(${saturation})`])].join(' ')
}

/** The scale from which pixels appear as squares. */
const CRISP_SCALE = 2

/** One decoded file. Its size may differ from the image's: it is stretched over the whole image. */
export function bitmapPicture(bitmap: ImageBitmap): Picture {
  return {
    draw(context, { scale, x, y }, _, { widthPx, heightPx }) {
      context.imageSmoothingEnabled = scale < CRISP_SCALE
      context.imageSmoothingQuality = 'medium'
      context.drawImage(bitmap, x, y, widthPx * scale, heightPx * scale)
    },
  }
}
