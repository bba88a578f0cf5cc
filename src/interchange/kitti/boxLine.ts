import { type Camera, createCamera } from '../../geometry/camera.ts'
import { cuboidCorners, cuboidInFrame } from '../../geometry/cuboid.ts'
import { DEFAULT_INTRINSICS } from '../../geometry/intrinsics.ts'
import { projectedBounds } from '../../geometry/projectedBounds.ts'
import { rotate } from '../../geometry/quaternion.ts'
import type { ResultCuboid, UnitRectangle } from '../records/boxRecords.ts'
import type { PixelSize } from '../shapes/rings.ts'

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

/** Leaning less than this is how levels are measured, not how boxes stand. */
const TILT_RAD = 1e-3
const NEAR_M = 0.05

/** null: nothing of the box is in the image. `rectangle`: as a person adjusted it on this camera. */
export function kittiBox(
  { commonFromBox, dimensions }: ResultCuboid,
  camera: Camera,
  size: PixelSize,
  rectangle: UnitRectangle | null,
): KittiBox | null {
  const cuboid = { ...commonFromBox, dimensions }
  const image = { width: size.widthPx, height: size.heightPx }
  const bounds = rectangle ? pixelCentres(rectangle, size) : projectedBounds(cuboid, camera, image)
  if (!bounds) return null
  const inCamera = cuboidInFrame(camera.commonFromCamera, cuboid)
  const { position, heading } = inCamera
  const forward = rotate(heading, { x: 1, y: 0, z: 0 })
  const up = rotate(heading, { x: 0, y: 0, z: 1 })
  const rotationYRad = Math.atan2(-forward.z, forward.x)
  const { length, width, height } = dimensions
  return {
    truncated: truncation(inCamera, camera, bounds),
    occluded: 0,
    alphaRad: wrapped(rotationYRad - Math.atan2(position.x, position.z)),
    bbox: [
      Math.max(bounds.minU, 0),
      Math.max(bounds.minV, 0),
      Math.min(bounds.maxU, size.widthPx - 1),
      Math.min(bounds.maxV, size.heightPx - 1),
    ],
    sizeM: [height, width, length],
    // Readers stand the box up along -y: half a height below the centre gives the centre back.
    locationM: [position.x, position.y + height / 2, position.z],
    rotationYRad,
    isTilted: Math.acos(Math.min(Math.max(-up.y, -1), 1)) > TILT_RAD,
  }
}

/** The share of the box's image that lies outside of the picture: without the lens, whose model ends at its border. */
function truncation(
  inCamera: Parameters<typeof cuboidCorners>[0],
  { intrinsics }: Camera,
  inside: { minU: number; minV: number; maxU: number; maxV: number },
): number {
  const { fx, fy, cx, cy, scaleFactor } = intrinsics
  const pinhole = createCamera({ ...DEFAULT_INTRINSICS, fx, fy, cx, cy, scaleFactor })
  const corners = cuboidCorners(inCamera).map((corner) =>
    pinhole.imageFromField({ ...corner, z: Math.max(corner.z, NEAR_M) }),
  )
  const width = Math.max(...corners.map(({ u }) => u)) - Math.min(...corners.map(({ u }) => u))
  const height = Math.max(...corners.map(({ v }) => v)) - Math.min(...corners.map(({ v }) => v))
  const share = ((inside.maxU - inside.minU) * (inside.maxV - inside.minV)) / (width * height)
  return Math.min(Math.max(1 - share, 0), 1)
}

export const pixelCentres = ({ left, top, right, bottom }: UnitRectangle, { widthPx, heightPx }: PixelSize) => ({
  minU: left * widthPx - 0.5,
  minV: top * heightPx - 0.5,
  maxU: right * widthPx - 0.5,
  maxV: bottom * heightPx - 0.5,
})

const wrapped = (rad: number): number => Math.atan2(Math.sin(rad), Math.cos(rad))
