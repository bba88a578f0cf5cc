import type { Vec3 } from '../../../../geometry/vec3.ts'
import type { SpaceGeometryKind } from '../../../../model/annotationType.ts'
import { spaceKind } from '../../../../model/shapes/spaceShapes.ts'
import type { ShapeInWork } from '../../../document/shapeInWork.ts'
import { msg } from '../../../messages/message.ts'
import { panned, turned } from '../../../view3d/orbit.ts'
import { apartPx } from '../../../view3d/viewCamera.ts'
import { DONE } from '../../machine/tool.ts'
import {
  type CuboidHost,
  type CuboidNext,
  type CuboidState,
  type CuboidTool,
  DRAG_PX,
  type ViewPointer,
} from '../cuboidHost.ts'
import { cuboidViewIdle } from '../view/viewIdle.ts'

/** Points by clicks in the large view, on points of the cloud or on the ground; a drag moves the view meanwhile. */
class DrawingPoints implements CuboidState {
  readonly name: string
  readonly #kind: SpaceGeometryKind
  #work: ShapeInWork | null = null
  #pressed: { start: ViewPointer; last: ViewPointer; isDrag: boolean } | null

  /** @param first the press with which it begins; null: it continues `work` */
  constructor(kind: SpaceGeometryKind, first: ViewPointer | null, work: ShapeInWork | null = null) {
    this.name = `${kind}.drawing`
    this.#kind = kind
    this.#pressed = first && { start: first, last: first, isDrag: false }
    this.#work = work
  }

  enter(host: CuboidHost): void {
    if (this.#work) this.#show(host, null)
  }

  work(): ShapeInWork | null {
    return this.#work
  }

  get #points(): readonly Vec3[] {
    return (this.#work?.points ?? []).map(({ x, y, z = 0 }) => ({ x, y, z }))
  }

  #put(points: readonly Vec3[]): void {
    this.#work = points.length > 0 ? { tool: this.#kind, points } : null
  }

  exit(host: CuboidHost): void {
    host.space.setDrawing(null)
    host.setCursor('main', 'default')
  }

  pointerDown(_: CuboidHost, pointer: ViewPointer): CuboidNext {
    if (pointer.view === 'main') this.#pressed = { start: pointer, last: pointer, isDrag: false }
    return undefined
  }

  pointerMove(host: CuboidHost, pointer: ViewPointer): CuboidNext {
    const viewCamera = host.viewCameraOf('main')
    if (pointer.view !== 'main' || !viewCamera) return undefined
    const pressed = this.#pressed
    if (!pressed) {
      this.#show(host, host.space.placeUnder(viewCamera, pointer, this.#kind))
      return undefined
    }
    pressed.isDrag ||= apartPx(pressed.start, pointer) >= DRAG_PX
    if (!pressed.isDrag) return undefined
    const turns = pressed.start.button !== 'right' && host.orbit.kind !== 'top'
    host.setOrbit(
      turns
        ? turned(host.orbit, pointer.x - pressed.last.x, pointer.y - pressed.last.y)
        : panned(host.orbit, viewCamera, pressed.last, pointer),
    )
    pressed.last = pointer
    return undefined
  }

  pointerUp(host: CuboidHost, pointer: ViewPointer): CuboidNext {
    const pressed = this.#pressed
    this.#pressed = null
    const viewCamera = host.viewCameraOf('main')
    if (!pressed || pressed.isDrag || !viewCamera) return undefined
    if (pressed.start.button !== 'left') return this.complete(host)
    const place = host.space.placeUnder(viewCamera, pointer, this.#kind)
    if (place) this.#put([...this.#points, place])
    this.#show(host, null)
    return undefined
  }

  doubleClick(host: CuboidHost): CuboidNext {
    // Its two clicks set two points at one place.
    this.#put(this.#points.slice(0, -1))
    return this.complete(host)
  }

  complete(host: CuboidHost): CuboidNext {
    if (this.#points.length >= spaceKind(this.#kind).leastPoints) host.space.make(this.#kind, this.#points)
    return DONE
  }

  stepBack(host: CuboidHost): CuboidNext {
    this.#put(this.#points.slice(0, -1))
    this.#show(host, null)
    return this.#points.length === 0 ? DONE : undefined
  }

  #show(host: CuboidHost, next: Vec3 | null): void {
    host.space.setDrawing({ kind: this.#kind, points: this.#points, next })
  }
}

const drawingTool = (kind: SpaceGeometryKind): CuboidState =>
  cuboidViewIdle(kind, {
    press: (_, pointer) => new DrawingPoints(kind, pointer),
    hover: (host) => host.setCursor('main', 'crosshair'),
  })

export const POLYLINE_TOOL: CuboidTool = {
  id: 'polyline3d',
  label: msg('cuboid.tool.polyline3d'),
  icon: 'polyline',
  key: 'Shift+L',
  makes: 'polyline3d',
  start: () => drawingTool('polyline3d'),
  resume: (work) => new DrawingPoints('polyline3d', null, work),
}

export const KEYPOINT_TOOL: CuboidTool = {
  id: 'keypoint3d',
  label: msg('cuboid.tool.keypoint3d'),
  icon: 'issue',
  key: 'Shift+N',
  makes: 'keypoint3d',
  start: () => drawingTool('keypoint3d'),
  resume: (work) => new DrawingPoints('keypoint3d', null, work),
}
