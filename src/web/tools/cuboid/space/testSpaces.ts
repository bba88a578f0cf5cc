import type { Vec3 } from '../../../../geometry/vec3.ts'
import type { SpaceGeometryKind } from '../../../../model/annotationType.ts'
import type { SpaceShape } from '../../../../model/document/shape.ts'
import { meetPlaneZ, rayThrough, type ScreenPoint, type ViewCamera } from '../../../view3d/viewCamera.ts'
import type { NamedSpace, SpaceDrawing, SpaceHost } from './spaceHost.ts'

/** A flat ground, and the lines and points that tools make on it. */
export class TestSpaces implements SpaceHost {
  readonly objects = new Map<string, SpaceShape>()
  readonly labels: string[] = []
  selectedId: string | null = null
  drawing: SpaceDrawing | null = null
  previewed: SpaceShape | null = null
  chosen: number | null = null

  shown = (): NamedSpace[] => Array.from(this.objects, ([trackId, shape]) => ({ trackId, shape }))
  selected = (): NamedSpace | null => this.shown().find(({ trackId }) => trackId === this.selectedId) ?? null
  placeUnder = (viewCamera: ViewCamera, at: ScreenPoint): Vec3 | null => meetPlaneZ(rayThrough(viewCamera, at), 0)

  setDrawing(drawing: SpaceDrawing | null): void {
    this.drawing = drawing
  }

  make(kind: SpaceGeometryKind, points: readonly Vec3[]): void {
    this.selectedId = `made ${this.objects.size}`
    this.objects.set(this.selectedId, { type: kind, points })
  }

  preview(shape: SpaceShape | null): void {
    this.previewed = shape
  }

  place(trackId: string, shape: SpaceShape, label: string): void {
    this.objects.set(trackId, shape)
    this.labels.push(label)
  }

  choose(index: number | null): void {
    this.chosen = index
  }

  remove(trackId: string, index: number): void {
    const shape = this.objects.get(trackId)
    if (shape) this.objects.set(trackId, { type: shape.type, points: shape.points.toSpliced(index, 1) })
  }
}
