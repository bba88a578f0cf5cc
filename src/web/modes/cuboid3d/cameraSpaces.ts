import { type CameraPixel, isInsideImage } from '../../../geometry/camera.ts'
import { applyInversePose } from '../../../geometry/pose.ts'
import { projectedSegment } from '../../../geometry/projectedSegment.ts'
import { rotate } from '../../../geometry/quaternion.ts'
import { add, dot, scale, subtract, type Vec3 } from '../../../geometry/vec3.ts'
import { spaceKind } from '../../../model/shapes/spaceShapes.ts'
import { LIGHT } from '../../tokens.ts'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { type ImagePlacement, imagePlace, viewPlace } from '../../view3d/imagePlacement.ts'
import type { ScreenPoint } from '../../view3d/viewCamera.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import { paintDot } from './paintSpaces.ts'
import type { FrameSpace, SpaceObjects } from './spaceObjects.ts'

const VERTEX_PX = 8
const LINE_PX = 6
/** Rays that run flatter over the ground are moved across the view instead. */
const LEAST_SLOPE = 0.05

interface SeenSpace {
  /** As the lens bends the line, cut at the border of the image. */
  lines: readonly CameraPixel[][]
  /** null: the camera does not see the point. */
  vertices: readonly (CameraPixel | null)[]
}

/** A point of the selected object in a camera's image. */
export interface CameraVertex {
  trackId: string
  index: number
}

/** Polylines and key points as cameras see them; worked out once a shape. */
export class CameraSpaces {
  readonly #editor: CuboidEditor
  readonly #spaces: SpaceObjects
  readonly #seen = new WeakMap<object, Map<CameraSource, SeenSpace>>()

  constructor(editor: CuboidEditor, spaces: SpaceObjects) {
    this.#editor = editor
    this.#spaces = spaces
  }

  paint(
    context: CanvasRenderingContext2D,
    { source, placement, isSmall }: { source: CameraSource; placement: ImagePlacement; isSmall: boolean },
  ): void {
    const { selection } = this.#editor.session
    for (const space of this.#spaces.drawn(this.#editor.frame)) {
      const isSelected = selection.has(space.trackId)
      if (isSmall && !isSelected) continue
      const { lines, vertices } = this.#seenBy(space, source)
      context.strokeStyle = space.color
      context.lineWidth = isSelected || this.#editor.hovered === space.trackId ? 2.5 : 1.5
      context.beginPath()
      for (const line of lines) {
        for (const [i, pixel] of line.entries()) {
          const { x, y } = viewPlace(placement, pixel)
          if (i === 0) context.moveTo(x, y)
          else context.lineTo(x, y)
        }
      }
      context.stroke()
      if (isSmall || (!isSelected && spaceKind(space.shape.type).joinsPoints)) continue
      for (const pixel of vertices) {
        if (pixel === null) continue
        const fill = isSelected ? LIGHT : space.color
        paintDot(context, viewPlace(placement, pixel), { radiusPx: 3.5, fill, line: space.color })
      }
    }
  }

  /** The point of the selected object under the pointer. */
  vertexAt(source: CameraSource, placement: ImagePlacement, at: ScreenPoint): CameraVertex | null {
    const space = this.#spaces.selected(this.#editor.frame)
    if (!space || !this.#editor.canEdit || this.#editor.session.locked.has(space.trackId)) return null
    const index = this.#seenBy(space, source).vertices.findIndex(
      (pixel) => pixel !== null && apart(viewPlace(placement, pixel), at) <= VERTEX_PX,
    )
    return index < 0 ? null : { trackId: space.trackId, index }
  }

  /** The object whose line or points are under the pointer. */
  objectAt(source: CameraSource, placement: ImagePlacement, at: ScreenPoint): string | null {
    const isNear = (space: FrameSpace): boolean => {
      const { lines, vertices } = this.#seenBy(space, source)
      const isOnVertex = vertices.some((pixel) => pixel !== null && apart(viewPlace(placement, pixel), at) <= VERTEX_PX)
      return (
        isOnVertex ||
        lines.some((line) =>
          isOnLine(
            line.map((pixel) => viewPlace(placement, pixel)),
            at,
          ),
        )
      )
    }
    return this.#spaces.at(this.#editor.frame).find(isNear)?.trackId ?? null
  }

  /**
   * The shape with its point under the pointer: at its height over the ground if the camera looks down on it, otherwise
   * at its distance, so that the top of a pole can be raised.
   */
  movedTo(source: CameraSource, placement: ImagePlacement, { index }: CameraVertex, at: ScreenPoint) {
    const { frame, job } = this.#editor
    const shape = this.#spaces.selected(frame)?.shape
    const ray = rayOf(source, imagePlace(placement, at), job.originM)
    const from = shape?.points[index]
    if (!shape || !from || !ray) return null
    const toPlane = (normal: Vec3) => dot(subtract(from, ray.origin), normal) / dot(ray.direction, normal)
    const isOverGround = spaceKind(shape.type).joinsPoints && ray.direction.z < -LEAST_SLOPE
    const along = toPlane(isOverGround ? { x: 0, y: 0, z: 1 } : ray.forward)
    if (!(along > 0) || !Number.isFinite(along)) return null
    const place = add(ray.origin, scale(ray.direction, along))
    return { type: shape.type, points: shape.points.map((point, i) => (i === index ? { ...point, ...place } : point)) }
  }

  #seenBy(space: FrameSpace, source: CameraSource): SeenSpace {
    const { camera, size } = source
    if (!camera) return { lines: [], vertices: [] }
    const ofShape = this.#seen.get(space.shape) ?? new Map<CameraSource, SeenSpace>()
    this.#seen.set(space.shape, ofShape)
    const known = ofShape.get(source)
    if (known) return known
    const common = space.shape.points.map((point) => add(point, this.#editor.job.originM))
    const inCamera = common.map((point) => applyInversePose(camera.commonFromCamera, point))
    const isLine = spaceKind(space.shape.type).joinsPoints
    const seen: SeenSpace = {
      lines: inCamera.flatMap((point, i) =>
        isLine && i > 0 ? projectedSegment([inCamera[i - 1], point], camera, size) : [],
      ),
      vertices: common.map((point) => {
        const pixel = camera.imageFromCommon(point)
        return pixel && isInsideImage(pixel, size) ? pixel : null
      }),
    }
    ofShape.set(source, seen)
    return seen
  }
}

const apart = (a: ScreenPoint, b: ScreenPoint): number => Math.hypot(a.x - b.x, a.y - b.y)

function isOnLine(line: readonly ScreenPoint[], at: ScreenPoint): boolean {
  return line.some((q, i) => {
    const p = line[Math.max(0, i - 1)]
    const [dx, dy] = [q.x - p.x, q.y - p.y]
    const square = dx * dx + dy * dy
    const t = square > 0 ? Math.min(1, Math.max(0, ((at.x - p.x) * dx + (at.y - p.y) * dy) / square)) : 0
    return apart({ x: p.x + t * dx, y: p.y + t * dy }, at) <= LINE_PX
  })
}

/** The ray from the camera through a pixel, relative to the job's origin; null outside the field of view. */
function rayOf({ camera }: CameraSource, { u, v }: CameraPixel, originM: Vec3) {
  const ray = camera?.cameraRayFromImage(u, v)
  if (!camera || !ray) return null
  const { position, heading } = camera.commonFromCamera
  const forward = rotate(heading, { x: 0, y: 0, z: 1 })
  return { origin: subtract(position, originM), direction: rotate(heading, ray), forward }
}
