import { type Camera, type CameraImageSize, createCamera } from '../../geometry/camera.ts'
import type { Cuboid } from '../../geometry/cuboid.ts'
import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import { projectedBounds } from '../../geometry/projectedBounds.ts'
import { quaternionFromYaw, rotationMatrix } from '../../geometry/quaternion.ts'
import { groundColor, hazed, skyColor, solidColor } from './shading.ts'
import { GROUND, NOTHING, type RayHit, RayTargets, type Solid, type SolidColor } from './solid.ts'

/** Row by row from the top left. `actors` has the actor of each pixel: numbers from 1, 0 for the rest. */
export type RenderedImage = { width: number; height: number; rgb: Uint8Array; actors: Uint16Array }

const TILE_PX = 16
const MAX_RANGE_M = 400

/** The viewing direction of each pixel, x y z in the camera's frame; NaN outside the field of view. */
export function pixelRays(intrinsics: CameraIntrinsics, { width, height }: CameraImageSize): Float64Array {
  const camera = createCamera(intrinsics)
  const rays = new Float64Array(3 * width * height).fill(Number.NaN)
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++) {
      const ray = camera.cameraRayFromImage(u, v)
      if (ray) rays.set([ray.x, ray.y, ray.z], 3 * (v * width + u))
    }
  }
  return rays
}

function solidCuboid(solid: Solid): Cuboid {
  return {
    position: { x: solid.x, y: solid.y, z: solid.z },
    heading: quaternionFromYaw(solid.yawRad),
    dimensions: { length: 2 * solid.halfLength, width: 2 * solid.halfWidth, height: 2 * solid.halfHeight },
  }
}

/** The solids that may be visible in each tile of the image. */
function byTile(
  solids: readonly Solid[],
  camera: Camera,
  size: CameraImageSize,
): { tiles: number[][]; columns: number } {
  const columns = Math.ceil(size.width / TILE_PX)
  const rows = Math.ceil(size.height / TILE_PX)
  const tiles: number[][] = Array.from({ length: columns * rows }, () => [])
  solids.forEach((solid, i) => {
    const bounds = projectedBounds(solidCuboid(solid), camera, size)
    if (!bounds) return
    // A pixel wider than the bounds, which are right to a hundredth of one.
    const fromColumn = Math.max(0, Math.floor((bounds.minU - 1) / TILE_PX))
    const toColumn = Math.min(columns - 1, Math.floor((bounds.maxU + 1) / TILE_PX))
    const fromRow = Math.max(0, Math.floor((bounds.minV - 1) / TILE_PX))
    const toRow = Math.min(rows - 1, Math.floor((bounds.maxV + 1) / TILE_PX))
    for (let row = fromRow; row <= toRow; row++) {
      for (let column = fromColumn; column <= toColumn; column++) tiles[row * columns + column].push(i)
    }
  })
  return { tiles, columns }
}

/** One ray a pixel, through the whole lens model. */
export function renderStreet(
  solids: readonly Solid[],
  streetFromCamera: Pose,
  intrinsics: CameraIntrinsics,
  size: CameraImageSize,
  rays: Float64Array,
): RenderedImage {
  const { width, height } = size
  const { position } = streetFromCamera
  const targets = new RayTargets(solids, position)
  const { tiles, columns } = byTile(solids, createCamera(intrinsics, streetFromCamera), size)
  const m = rotationMatrix(streetFromCamera.heading)
  const hit: RayHit = { rangeM: 0, solid: NOTHING, axis: 0, side: 0 }
  const rgb = new Uint8Array(3 * width * height)
  const actors = new Uint16Array(width * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = rays[3 * pixel]
    const y = rays[3 * pixel + 1]
    const z = rays[3 * pixel + 2]
    // Outside the lens's field the image stays black.
    if (Number.isNaN(x)) continue
    const dx = m[0] * x + m[1] * y + m[2] * z
    const dy = m[3] * x + m[4] * y + m[5] * z
    const dz = m[6] * x + m[7] * y + m[8] * z
    const tile = Math.floor(Math.floor(pixel / width) / TILE_PX) * columns + Math.floor((pixel % width) / TILE_PX)
    targets.cast(tiles[tile], dx, dy, dz, MAX_RANGE_M, hit)
    const color = colorOf(solids, hit, position.x + dx * hit.rangeM, position.y + dy * hit.rangeM, dz, position.z)
    for (let k = 0; k < 3; k++) rgb[3 * pixel + k] = Math.max(0, Math.min(255, Math.round(color[k])))
    if (hit.solid >= 0) actors[pixel] = solids[hit.solid].actor
  }
  return { width, height, rgb, actors }
}

function colorOf(solids: readonly Solid[], hit: RayHit, x: number, y: number, dz: number, originZ: number): SolidColor {
  if (hit.solid === NOTHING) return skyColor(dz)
  if (hit.solid === GROUND) return hazed(groundColor(x, y), hit.rangeM)
  const solid = solids[hit.solid]
  const c = Math.cos(solid.yawRad)
  const s = Math.sin(solid.yawRad)
  const across = hit.axis === 0 ? -s * (x - solid.x) + c * (y - solid.y) : c * (x - solid.x) + s * (y - solid.y)
  const up = originZ + dz * hit.rangeM - solid.z
  return hazed(solidColor(solid, hit.axis, hit.side, across, up), hit.rangeM)
}
