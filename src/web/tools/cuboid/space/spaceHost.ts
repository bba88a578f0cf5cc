import type { Vec3 } from '../../../../geometry/vec3.ts'
import type { SpaceGeometryKind } from '../../../../model/annotationType.ts'
import type { SpaceShape } from '../../../../model/document/shape.ts'
import type { EditId } from '../../../messages/message.ts'
import type { ScreenPoint, ViewCamera } from '../../../view3d/viewCamera.ts'

/** Points of an object in space; coordinates are relative to the job's origin. */
export interface NamedSpace {
  trackId: string
  shape: SpaceShape
}

/** Points that are being set; `next` is where the pointer is. */
export interface SpaceDrawing {
  kind: SpaceGeometryKind
  points: readonly Vec3[]
  next: Vec3 | null
}

/** The host of the tools for polylines and key points in space. */
export interface SpaceHost {
  /** Those of the shown frame that may be picked. */
  shown(): readonly NamedSpace[]
  selected(): NamedSpace | null
  /**
   * The point of the cloud under the pointer, otherwise the ground. From straight above, a line is on the ground and
   * not on objects above it.
   */
  placeUnder(viewCamera: ViewCamera, at: ScreenPoint, kind: SpaceGeometryKind): Vec3 | null
  setDrawing(drawing: SpaceDrawing | null): void
  make(kind: SpaceGeometryKind, points: readonly Vec3[]): void
  /** Shown instead of the document's points until they are placed or dropped (null). */
  preview(shape: SpaceShape | null): void
  place(trackId: string, shape: SpaceShape, label: EditId): void
  /** The point of the selected object that Delete removes; null: none. */
  choose(index: number | null): void
  remove(trackId: string, index: number): void
}
