import type { Vec3 } from '../../../geometry/vec3.ts'
import type { SpaceGeometryKind } from '../../../model/annotationType.ts'
import type { SpaceShape } from '../../../model/document/shape.ts'
import { GroundGrid } from '../../../model/fit/groundGrid.ts'
import { spaceKind } from '../../../model/shapes/spaceShapes.ts'
import type { EditId } from '../../messages/message.ts'
import type { NamedSpace, SpaceDrawing, SpaceHost } from '../../tools/cuboid/space/spaceHost.ts'
import { pickPoint } from '../../view3d/pickPoint.ts'
import { meetPlaneZ, rayThrough, type ScreenPoint, type ViewCamera } from '../../view3d/viewCamera.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { SpaceObjects } from './spaceObjects.ts'

/** Less than the grip radius of points: a point set here is still under the pointer. */
const SNAP_PX = 5
/** The radius of points that determine the ground at a place. */
const GROUND_REACH_M = 12
const GROUND_CELL_M = 1
/** Kerbs and markings belong to the ground. */
const ON_GROUND_M = 0.25

/** Polylines and key points of one frame, for the tools of its views. */
export class FrameSpaceHost implements SpaceHost {
  readonly #editor: CuboidEditor
  readonly #spaces: SpaceObjects
  readonly #frame: () => number

  constructor(editor: CuboidEditor, spaces: SpaceObjects, frame: () => number) {
    this.#editor = editor
    this.#spaces = spaces
    this.#frame = frame
  }

  shown(): readonly NamedSpace[] {
    const { locked } = this.#editor.session
    const spaces = this.#spaces.at(this.#frame())
    return locked.size === 0 ? spaces : spaces.filter(({ trackId }) => !locked.has(trackId))
  }

  selected(): NamedSpace | null {
    const selected = this.#spaces.selected(this.#frame())
    return selected && this.#editor.session.locked.has(selected.trackId) ? null : selected
  }

  placeUnder(viewCamera: ViewCamera, at: ScreenPoint, kind: SpaceGeometryKind): Vec3 | null {
    const clouds = this.#editor.shownClouds(this.#frame()).map(({ chunk, relativeFromChunk }) => ({
      positions: chunk.positions,
      relativeFromChunk,
    }))
    const picked = pickPoint(viewCamera, at, clouds, SNAP_PX)
    const groundZ = this.#editor.extent?.groundZ ?? this.#editor.orbit.target.z
    if (picked && spaceKind(kind).joinsPoints && this.#editor.orbit.kind === 'top') {
      return this.#onGround(viewCamera, at, picked.point)
    }
    return picked?.point ?? meetPlaneZ(rayThrough(viewCamera, at), groundZ)
  }

  /** The point itself if it is on the ground, otherwise the ground below it. */
  #onGround(viewCamera: ViewCamera, at: ScreenPoint, point: Vec3): Vec3 {
    const around = this.#editor.clouds.pointsAround([this.#frame()], point, GROUND_REACH_M)
    const ground = new GroundGrid(around, GROUND_CELL_M)
    const overM = point.z - ground.heightAt(point.x, point.y)
    if (!(overM > ON_GROUND_M)) return point
    const below = meetPlaneZ(rayThrough(viewCamera, at), point.z - overM)
    return below ? { ...below, z: ground.heightAt(below.x, below.y) } : point
  }

  setDrawing(drawing: SpaceDrawing | null): void {
    this.#spaces.setDrawing(drawing)
  }

  make(kind: SpaceGeometryKind, points: readonly Vec3[]): void {
    this.#spaces.make(kind, points)
  }

  preview(shape: SpaceShape | null): void {
    this.#spaces.preview(this.#frame(), shape)
  }

  place(trackId: string, shape: SpaceShape, label: EditId): void {
    this.#spaces.place(trackId, this.#frame(), shape, label)
  }

  choose(index: number | null): void {
    this.#spaces.choose(index)
  }

  remove(trackId: string, index: number): void {
    this.#spaces.remove(trackId, this.#frame(), index)
  }
}
