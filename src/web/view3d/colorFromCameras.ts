import { type CameraImageSize, createCamera } from '../../geometry/camera.ts'
import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import { DepthGrid } from './depthGrid.ts'
import { type ProjectedPoints, projectPoints } from './projectPoints.ts'

/** The colour of points that no camera sees. */
export const UNSEEN_RGB = [62, 66, 74] as const

/** Decoded pixels, four bytes each; their number may differ from the image's, which they cover completely. */
export interface Pixels extends CameraImageSize {
  data: Uint8ClampedArray
}

export interface SeeingCamera {
  intrinsics: CameraIntrinsics
  /** The size of the image as sent. */
  size: CameraImageSize
  pixels: Pixels
  /** By cloud. */
  cameraFromCloud: readonly Pose[]
}

/**
 * Three bytes per point: the colour of the pixel that shows it, in the camera with the point nearest to its optical
 * axis among those that see it unhidden. Points of all clouds of a frame hide one another.
 */
export function colorFromCameras(
  clouds: readonly Float32Array[],
  cameras: readonly SeeingCamera[],
): Uint8Array<ArrayBuffer>[] {
  const colors = clouds.map((positions) => unseen(positions.length / 3))
  const best = clouds.map((positions) => new Float32Array(positions.length / 3).fill(-2))
  for (const seeing of cameras) {
    const camera = createCamera(seeing.intrinsics)
    const seen = clouds.map((positions, i) => projectPoints(positions, camera, seeing.cameraFromCloud[i], seeing.size))
    const grid = new DepthGrid(seeing.size)
    for (const { places } of seen) {
      for (let i = 0; i < places.length; i += 3) {
        if (places[i + 2] > 0) grid.add(places[i], places[i + 1], places[i + 2])
      }
    }
    grid.close()
    for (const [i, one] of seen.entries()) paint(one, grid, seeing, colors[i], best[i])
  }
  return colors
}

function unseen(pointCount: number): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array(pointCount * 3)
  for (let at = 0; at < rgb.length; at += 3) rgb.set(UNSEEN_RGB, at)
  return rgb
}

function paint(
  { places, cosines }: ProjectedPoints,
  grid: DepthGrid,
  { size, pixels }: SeeingCamera,
  rgb: Uint8Array,
  best: Float32Array,
): void {
  const { data, width, height } = pixels
  for (let point = 0; point < cosines.length; point++) {
    const [u, v, rangeM] = [places[3 * point], places[3 * point + 1], places[3 * point + 2]]
    // Written so that NaN fails.
    if (!(rangeM > 0) || cosines[point] <= best[point] || grid.isHidden(u, v, rangeM)) continue
    best[point] = cosines[point]
    const column = Math.min(width - 1, Math.floor(((u + 0.5) / size.width) * width))
    const row = Math.min(height - 1, Math.floor(((v + 0.5) / size.height) * height))
    const from = (Math.max(0, row) * width + Math.max(0, column)) * 4
    rgb[3 * point] = data[from]
    rgb[3 * point + 1] = data[from + 1]
    rgb[3 * point + 2] = data[from + 2]
  }
}
