import { add, dot, scale, subtract, type Vec3 } from '../../../../geometry/vec3.ts'
import type { SpaceShape } from '../../../../model/document/shape.ts'
import { spaceKind } from '../../../../model/shapes/spaceShapes.ts'
import { apartPx, rayThrough, screenOf } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import { type CuboidHost, type CuboidNext, type CuboidState, DRAG_PX, type ViewPointer } from '../cuboidHost.ts'
import { lineAt, vertexAt, withVertexAt } from './pickSpace.ts'
import type { NamedSpace } from './spaceHost.ts'

interface HeldVertex {
  space: NamedSpace
  index: number
}

/** The point of the selected object that a press grabs; null: the press is about something else. */
export function vertexUnder(host: CuboidHost, pointer: ViewPointer): HeldVertex | null {
  const viewCamera = host.viewCameraOf(pointer.view)
  const space = host.space.selected()
  const index = viewCamera && space && host.canEdit ? vertexAt(viewCamera, pointer, space.shape.points) : null
  return space && index !== null ? { space, index } : null
}

/** Pressed on a point: a drag moves it, a click chooses it for Delete, the right button takes it away. */
export function vertexPressed(host: CuboidHost, pointer: ViewPointer): CuboidNext {
  const held = pointer.alt || pointer.button === 'middle' ? null : vertexUnder(host, pointer)
  if (!held) return undefined
  if (pointer.button === 'left') return new VertexDrag(pointer, held)
  host.space.remove(held.space.trackId, held.index)
  return DONE
}

/** Adds a point on the line of the selected object at a double click; false: there is no line. */
export function vertexInserted(host: CuboidHost, pointer: ViewPointer): boolean {
  const viewCamera = host.viewCameraOf(pointer.view)
  const space = host.canEdit ? host.space.selected() : null
  if (!viewCamera || !space || !spaceKind(space.shape.type).joinsPoints) return false
  const { points } = space.shape
  if (vertexAt(viewCamera, pointer, points) !== null) return true
  const hit = lineAt(viewCamera, pointer, points)
  if (!hit) return false
  const shape: SpaceShape = { type: space.shape.type, points: points.toSpliced(hit.index + 1, 0, hit.place) }
  host.space.place(space.trackId, shape, 'edit.addSpacePoint')
  host.space.choose(hit.index + 1)
  return true
}

/** Drags a point: in the large view over the cloud and the ground, in a small one across it. One step of undo. */
class VertexDrag implements CuboidState {
  readonly name = 'space.vertex'
  readonly #start: ViewPointer
  readonly #held: HeldVertex
  #isDrag = false

  constructor(start: ViewPointer, held: HeldVertex) {
    this.#start = start
    this.#held = held
  }

  enter(host: CuboidHost): void {
    host.holdViews(true)
    host.setCursor(this.#start.view, 'grabbing')
  }

  exit(host: CuboidHost): void {
    host.space.preview(null)
    host.holdViews(false)
    host.setCursor(this.#start.view, 'default')
  }

  pointerMove(host: CuboidHost, pointer: ViewPointer) {
    this.#isDrag ||= apartPx(this.#start, pointer) >= DRAG_PX
    if (this.#isDrag) host.space.preview(this.#moved(host, pointer))
    return undefined
  }

  pointerUp(host: CuboidHost, pointer: ViewPointer) {
    const { space, index } = this.#held
    const moved = this.#isDrag ? this.#moved(host, pointer) : null
    if (moved) host.space.place(space.trackId, moved, 'edit.moveSpacePoint')
    host.space.choose(index)
    return DONE
  }

  #moved(host: CuboidHost, pointer: ViewPointer): SpaceShape | null {
    const { space, index } = this.#held
    const place = this.#placeAt(host, pointer, space.shape.points[index])
    return place && { type: space.shape.type, points: withVertexAt(space.shape.points, index, place) }
  }

  #placeAt(host: CuboidHost, pointer: ViewPointer, from: Vec3): Vec3 | null {
    const viewCamera = host.viewCameraOf(this.#start.view)
    if (!viewCamera || pointer.view !== this.#start.view) return null
    if (pointer.view === 'main' && !pointer.shift)
      return host.space.placeUnder(viewCamera, pointer, this.#held.space.shape.type)
    // At the depth it has: with Shift in the large view too, which raises and lowers it.
    const seen = screenOf(viewCamera, from)
    if (!seen) return null
    const { origin, direction } = rayThrough(viewCamera, pointer)
    const along = dot(subtract(from, origin), viewCamera.forward) / dot(direction, viewCamera.forward)
    const there = add(origin, scale(direction, along))
    return pointer.view === 'main' ? { ...from, z: there.z } : there
  }
}
