import type { Vec3 } from '../../../geometry/vec3.ts'
import type { SpaceGeometryKind } from '../../../model/annotationType.ts'
import type { SpaceShape } from '../../../model/document/shape.ts'
import type { EditId } from '../../messages/message.ts'
import type { NamedSpace, SpaceDrawing, SpaceHost } from '../../tools/cuboid/space/spaceHost.ts'
import { pickPoint } from '../../view3d/pickPoint.ts'
import { meetPlaneZ, rayThrough, type ScreenPoint, type ViewCamera } from '../../view3d/viewCamera.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { SpaceObjects } from './spaceObjects.ts'

/** Less than points are taken by: what was set here is under the pointer still. */
const SNAP_PX = 5

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

  placeUnder(viewCamera: ViewCamera, at: ScreenPoint): Vec3 | null {
    const clouds = this.#editor.shownClouds(this.#frame()).map(({ chunk, relativeFromChunk }) => ({
      positions: chunk.positions,
      relativeFromChunk,
    }))
    const picked = pickPoint(viewCamera, at, clouds, SNAP_PX)
    const groundZ = this.#editor.extent?.groundZ ?? this.#editor.orbit.target.z
    return picked?.point ?? meetPlaneZ(rayThrough(viewCamera, at), groundZ)
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
