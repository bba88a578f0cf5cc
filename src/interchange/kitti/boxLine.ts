import { type Camera, createCamera } from '../../geometry/camera.ts'
import { type Cuboid, cuboidCorners, cuboidInFrame, type Dimensions } from '../../geometry/cuboid.ts'
import { DEFAULT_INTRINSICS } from '../../geometry/intrinsics.ts'
import { composePoses } from '../../geometry/pose.ts'
import { type ImageBounds, projectedBounds } from '../../geometry/projectedBounds.ts'
import { rotate } from '../../geometry/quaternion.ts'
import type { ResultCuboid, UnitRectangle } from '../records/boxRecords.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { uprightHeading } from './axes.ts'
import { writtenAngle, writtenMetres, writtenPixels } from './written.ts'

/** One line of KITTI's labels; see the readme of the object development kit. */
export interface KittiBox {
  truncated: number
  occluded: number
  alphaRad: number
  /** Left, top, right, bottom in pixel centres, inside the image. */
  bbox: readonly [number, number, number, number]
  /** Height, width, length in metres. */
  sizeM: readonly [number, number, number]
  /** Centre of the bottom face in the camera's frame: x right, y down, z forward. */
  locationM: readonly [number, number, number]
  rotationYRad: number
  /** The box leans: KITTI only turns boxes about the camera's y axis. */
  isTilted: boolean
}

/** A smaller lean comes from measuring level, not from a leaning box. */
const TILT_RAD = 1e-3
const NEAR_M = 0.05

/**
 * null: no part of the box is in the image. `rectangle`: the box as a person adjusted it on this camera. Derived values
 * are computed from the numbers as written, so that labels that were read back give the same line.
 */
export function kittiBox(
  { commonFromBox, dimensions }: ResultCuboid,
  camera: Camera,
  size: PixelSize,
  rectangle: UnitRectangle | null,
): KittiBox | null {
  const inCamera = cuboidInFrame(camera.commonFromCamera, { ...commonFromBox, dimensions })
  const forward = rotate(inCamera.heading, { x: 1, y: 0, z: 0 })
  const up = rotate(inCamera.heading, { x: 0, y: 0, z: 1 })
  const isTilted = Math.acos(Math.min(Math.max(-up.y, -1), 1)) > TILT_RAD
  const rotationYRad = writtenAngle(Math.atan2(-forward.z, forward.x))
  const written = asWritten(inCamera, isTilted ? inCamera.heading : uprightHeading(rotationYRad))
  const { position } = written
  const { length, width, height } = written.dimensions
  const bounds = rectangle ? pixelCentres(rectangle, size) : boundsOf(written, camera, size)
  if (!bounds) return null
  const bbox = bboxInside(bounds, size)
  return {
    truncated: truncation(written, camera, bbox),
    occluded: 0,
    alphaRad: writtenAngle(wrapped(rotationYRad - Math.atan2(position.x, position.z))),
    bbox,
    sizeM: [height, width, length],
    // Readers raise the box along -y: half a height below the centre gives the centre back.
    locationM: [position.x, writtenMetres(position.y + height / 2), position.z],
    rotationYRad,
    isTilted,
  }
}

function asWritten({ position, dimensions }: Cuboid, heading: Cuboid['heading']): Cuboid {
  const written: Dimensions = {
    length: writtenMetres(dimensions.length),
    width: writtenMetres(dimensions.width),
    height: writtenMetres(dimensions.height),
  }
  const bottom = writtenMetres(position.y + written.height / 2)
  return {
    position: { x: writtenMetres(position.x), y: bottom - written.height / 2, z: writtenMetres(position.z) },
    heading,
    dimensions: written,
  }
}

const boundsOf = (inCamera: Cuboid, camera: Camera, { widthPx: width, heightPx: height }: PixelSize) =>
  projectedBounds({ ...composePoses(camera.commonFromCamera, inCamera), dimensions: inCamera.dimensions }, camera, {
    width,
    height,
  })

/** Inside the image, as KITTI has it. */
export const bboxInside = (
  { minU, minV, maxU, maxV }: ImageBounds,
  { widthPx, heightPx }: PixelSize,
): KittiBox['bbox'] => {
  const inside = (px: number, size: number) => writtenPixels(Math.min(Math.max(px, 0), size - 1))
  return [inside(minU, widthPx), inside(minV, heightPx), inside(maxU, widthPx), inside(maxV, heightPx)]
}

/** The share of the box's image outside the picture, without the lens, whose model ends at its border. */
function truncation(inCamera: Cuboid, { intrinsics }: Camera, [left, top, right, bottom]: KittiBox['bbox']): number {
  const { fx, fy, cx, cy, scaleFactor } = intrinsics
  const pinhole = createCamera({ ...DEFAULT_INTRINSICS, fx, fy, cx, cy, scaleFactor })
  const corners = cuboidCorners(inCamera).map((corner) =>
    pinhole.imageFromField({ ...corner, z: Math.max(corner.z, NEAR_M) }),
  )
  const width = Math.max(...corners.map(({ u }) => u)) - Math.min(...corners.map(({ u }) => u))
  const height = Math.max(...corners.map(({ v }) => v)) - Math.min(...corners.map(({ v }) => v))
  const share = ((right - left) * (bottom - top)) / (width * height)
  return Math.min(Math.max(1 - share, 0), 1)
}

export const pixelCentres = (
  { left, top, right, bottom }: UnitRectangle,
  { widthPx, heightPx }: PixelSize,
): ImageBounds => ({
  minU: left * widthPx - 0.5,
  minV: top * heightPx - 0.5,
  maxU: right * widthPx - 0.5,
  maxV: bottom * heightPx - 0.5,
})

const wrapped = (rad: number): number => Math.atan2(Math.sin(rad), Math.cos(rad))
