import RBush from 'rbush'
import type { ImageSize } from '../../formats/results/jobContext.ts'
import { type AnnotatedDocument, IMAGE_VIEW, type Track } from '../../model/document/document.ts'
import { heldFrom } from '../../model/document/held.ts'
import { flatAt, type ShapeAt } from '../../model/document/interpolate.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { hitShape } from './shapes/hit.ts'
import { boundsOfShape } from './shapes/outline.ts'
import type { PixelBounds, PixelPoint } from './shapes/pixels.ts'

/** A shape in the shown frame. */
export interface ShownShape extends ShapeAt<FlatShape> {
  trackId: string
  classId: string
  bounds: PixelBounds
  /** It only stays where it was placed last. */
  held: boolean
  /** Later ones are above earlier ones. */
  order: number
}

interface Entry {
  minX: number
  minY: number
  maxX: number
  maxY: number
  track: Track
  shown: ShownShape
}

/** More changes than this part of the whole, and the tree is rebuilt, which is faster. */
const REBUILD_SHARE = 0.2

/** All shapes of one view and frame by place. Only what changed since the last time is worked out again. */
export class ShapeIndex {
  private readonly tree = new RBush<Entry>()
  private entries = new Map<string, Entry>()
  private shownOf: {
    document: AnnotatedDocument
    frame: number
    concealed: ReadonlySet<string>
    image: ImageSize
  } | null = null
  private readonly viewId: string

  constructor(viewId: string = IMAGE_VIEW) {
    this.viewId = viewId
  }

  get size(): number {
    return this.entries.size
  }

  get(trackId: string): ShownShape | null {
    return this.entries.get(trackId)?.shown ?? null
  }

  /** All shapes in order. */
  all(): ShownShape[] {
    return Array.from(this.entries.values(), ({ shown }) => shown).sort((a, b) => a.order - b.order)
  }

  /** Brings the index up to date. true when anything changed. */
  sync(document: AnnotatedDocument, frame: number, image: ImageSize, concealed: ReadonlySet<string>): boolean {
    const before = this.shownOf
    if (before?.document === document && before.frame === frame && sameSize(before.image, image)) {
      if (before.concealed === concealed) return false
    }
    const reusable = before !== null && before.frame === frame && sameSize(before.image, image)
    this.shownOf = { document, frame, image, concealed }
    const entries = new Map<string, Entry>()
    const added: Entry[] = []
    let order = 0
    for (const track of document.tracks.values()) {
      order++
      if (concealed.has(track.id)) continue
      const old = reusable ? this.entries.get(track.id) : undefined
      const entry = old?.track === track ? old : this.entryOf(track, frame, image)
      if (!entry) continue
      entry.shown.order = order
      entries.set(track.id, entry)
      if (entry !== old) added.push(entry)
    }
    this.replace(entries, added)
    return true
  }

  /** In drawing order. */
  search({ left, top, right, bottom }: PixelBounds): ShownShape[] {
    return this.tree
      .search({ minX: left, minY: top, maxX: right, maxY: bottom })
      .map(({ shown }) => shown)
      .sort((a, b) => a.order - b.order)
  }

  /** The shapes under a point, the likeliest first: nearest border, then the smallest that contains the point. */
  at(point: PixelPoint, tolerancePx: number, image: ImageSize): ShownShape[] {
    const near = this.search({
      left: point.x - tolerancePx,
      top: point.y - tolerancePx,
      right: point.x + tolerancePx,
      bottom: point.y + tolerancePx,
    })
    return near
      .flatMap((shown) => {
        const hit = hitShape(shown.shape, image, point, tolerancePx)
        return hit ? [{ shown, hit }] : []
      })
      .sort((a, b) => {
        if (a.hit.on === 'border' && b.hit.on === 'border') {
          return a.hit.distancePx - b.hit.distancePx || b.shown.order - a.shown.order
        }
        if (a.hit.on === 'inside' && b.hit.on === 'inside') {
          return a.hit.areaPx - b.hit.areaPx || b.shown.order - a.shown.order
        }
        return a.hit.on === 'border' ? -1 : 1
      })
      .map(({ shown }) => shown)
  }

  private entryOf(track: Track, frame: number, image: ImageSize): Entry | null {
    const path = track.views.get(this.viewId)
    const found = path && flatAt(path, frame)
    if (!found) return null
    const bounds = boundsOfShape(found.shape, image)
    const from = path.follows ? null : heldFrom(path)
    const held = from !== null && frame >= from
    const shown = { ...found, trackId: track.id, classId: track.classId, bounds, held, order: 0 }
    return { minX: bounds.left, minY: bounds.top, maxX: bounds.right, maxY: bounds.bottom, track, shown }
  }

  private replace(entries: Map<string, Entry>, added: Entry[]): void {
    const removed = [...this.entries.values()].filter((entry) => entries.get(entry.track.id) !== entry)
    this.entries = entries
    if (added.length + removed.length > entries.size * REBUILD_SHARE) {
      this.tree.clear()
      this.tree.load([...entries.values()])
      return
    }
    for (const entry of removed) this.tree.remove(entry)
    for (const entry of added) this.tree.insert(entry)
  }
}

const sameSize = (a: ImageSize, b: ImageSize) => a.widthPx === b.widthPx && a.heightPx === b.heightPx
