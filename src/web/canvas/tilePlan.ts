import type { ImageSize } from '../../formats/results/jobContext.ts'
import type { TilePyramid } from '../../formats/workbench/job.ts'
import type { PixelBounds } from '../view2d/shapes/pixels.ts'

export interface TilePlace {
  /** `level/x/y`, as the pyramid names it. */
  key: string
  /** In pixels of the whole image. */
  bounds: PixelBounds
}

/** Tiles to draw, coarse ones first, so that the sharp ones cover them as they arrive. Level 0 is always among them. */
export function visibleTiles(
  pyramid: TilePyramid,
  image: ImageSize,
  visible: PixelBounds,
  pixelsPerImagePixel: number,
): TilePlace[] {
  const levels = pyramid.levels.toSorted((a, b) => a.level - b.level)
  const sharp = levels.find(({ width }) => width / image.widthPx >= pixelsPerImagePixel) ?? levels[levels.length - 1]
  const shown = new Set([levels[0], levels.find(({ level }) => level === sharp.level - 2), sharp])
  return [...shown].flatMap((level) => (level ? tilesOf(level, pyramid.tileSizePx, image, visible) : []))
}

/** Tiles of one level within the visible part. */
export function tilesOf(
  { level, width, height }: TilePyramid['levels'][number],
  tileSizePx: number,
  image: ImageSize,
  visible: PixelBounds,
): TilePlace[] {
  const scaleX = image.widthPx / width
  const scaleY = image.heightPx / height
  const first = (low: number, scale: number) => Math.max(0, Math.floor(low / scale / tileSizePx))
  const last = (high: number, scale: number, size: number) =>
    Math.min(Math.ceil(size / tileSizePx) - 1, Math.floor(high / scale / tileSizePx))
  const places: TilePlace[] = []
  for (let y = first(visible.top, scaleY); y <= last(visible.bottom, scaleY, height); y++) {
    for (let x = first(visible.left, scaleX); x <= last(visible.right, scaleX, width); x++) {
      const bounds = {
        left: x * tileSizePx * scaleX,
        top: y * tileSizePx * scaleY,
        right: Math.min(width, (x + 1) * tileSizePx) * scaleX,
        bottom: Math.min(height, (y + 1) * tileSizePx) * scaleY,
      }
      places.push({ key: `${level}/${x}/${y}`, bounds })
    }
  }
  return places
}
