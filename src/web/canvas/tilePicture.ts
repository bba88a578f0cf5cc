import type { ImageSize } from '../../formats/results/jobContext.ts'
import type { TilePyramid } from '../../formats/workbench/job.ts'
import { type Camera2d, type ViewportSize, visibleBounds } from '../view2d/camera2d.ts'
import type { Decoder } from './decoder.ts'
import type { Picture } from './picture.ts'
import { type TilePlace, visibleTiles } from './tilePlan.ts'

/** The number of decoded tiles in memory: 160 of 256² pixels take about 40 MB. */
const MAX_TILES = 240
const CRISP_SCALE = 2

/** A huge image in tiles: those in view at the sharpness of the view, above the loaded tiles of coarser levels. */
export class TilePicture implements Picture {
  private readonly pyramid: TilePyramid
  private readonly decoder: Decoder<ImageBitmap>
  private readonly urlOf: (file: string) => string
  private readonly onChange: () => void
  /** In order of use, the latest last. */
  private readonly tiles = new Map<string, ImageBitmap | 'loading' | 'failed'>()
  private readonly abort = new AbortController()

  constructor(
    pyramid: TilePyramid,
    decoder: Decoder<ImageBitmap>,
    urlOf: (file: string) => string,
    onChange: () => void,
  ) {
    this.pyramid = pyramid
    this.decoder = decoder
    this.urlOf = urlOf
    this.onChange = onChange
  }

  dispose(): void {
    this.abort.abort()
    for (const tile of this.tiles.values()) if (typeof tile === 'object') tile.close()
    this.tiles.clear()
  }

  draw(context: CanvasRenderingContext2D, camera: Camera2d, viewport: ViewportSize, image: ImageSize): void {
    context.imageSmoothingEnabled = camera.scale < CRISP_SCALE
    const visible = visibleBounds(camera, viewport)
    const plan = visibleTiles(this.pyramid, image, visible, camera.scale * devicePixelRatio)
    for (const place of plan) {
      const tile = this.tileAt(place)
      if (!tile) continue
      const { left, top, right, bottom } = place.bounds
      const { scale, x, y } = camera
      context.drawImage(tile, left * scale + x, top * scale + y, (right - left) * scale, (bottom - top) * scale)
    }
    this.forgetUnused(plan.length)
  }

  private tileAt({ key }: TilePlace): ImageBitmap | null {
    const found = this.tiles.get(key)
    if (found) {
      this.tiles.delete(key)
      this.tiles.set(key, found)
      return typeof found === 'object' ? found : null
    }
    const file = this.pyramid.tiles[key]
    if (!file) return null
    this.tiles.set(key, 'loading')
    this.decoder.decode(this.urlOf(file), this.abort.signal).then(
      (bitmap) => {
        if (this.abort.signal.aborted) return bitmap.close()
        this.tiles.set(key, bitmap)
        this.onChange()
      },
      () => this.tiles.set(key, 'failed'),
    )
    return null
  }

  private forgetUnused(needed: number): void {
    const room = Math.max(MAX_TILES, needed)
    for (const [key, tile] of this.tiles) {
      if (this.tiles.size <= room) return
      if (tile === 'loading') continue
      if (typeof tile === 'object') tile.close()
      this.tiles.delete(key)
    }
  }
}
