import { type Camera, type CameraImageSize, type CameraPixel, unitDirection } from './camera.ts'
import { CUBOID_EDGES, type Cuboid, cuboidCorners, cuboidInFrame } from './cuboid.ts'
import { traceInsideImage } from './imageCurve.ts'
import { clipToDepth, depthCuts, imageOnArc, rayMeetsCuboid, type Segment, viewArc } from './viewArc.ts'

/** Pixels, edges included: u from -0.5 to width - 0.5. */
export type ImageBounds = { minU: number; minV: number; maxU: number; maxV: number }

const FLATNESS_PX = 0.01

/**
 * Bounds of the part of the cuboid's projected surface that is inside the image and the lens model's valid field; null
 * when there is none. Accurate to about 0.01 px. The extremes of a region are on its border, and this border consists
 * of three kinds of curve: images of the cuboid's edges (and of the cuts at the least depth), the border of the valid
 * field where the cuboid extends past it, and the image's sides where the cuboid extends past them. A stretch of the
 * last kind ends in one of the first two or in a corner of the image. So: trace the edges, trace the field's border,
 * check the four corners.
 */
export function projectedBounds(cuboidInCommon: Cuboid, camera: Camera, size: CameraImageSize): ImageBounds | null {
  const cuboid = cuboidInFrame(camera.commonFromCamera, cuboidInCommon)
  const bounds = { minU: Infinity, minV: Infinity, maxU: -Infinity, maxV: -Infinity }
  const include = ({ u, v }: CameraPixel): void => {
    bounds.minU = Math.min(bounds.minU, u)
    bounds.minV = Math.min(bounds.minV, v)
    bounds.maxU = Math.max(bounds.maxU, u)
    bounds.maxV = Math.max(bounds.maxV, v)
  }
  if (!isAllBehind(cuboid, camera.lens.minDepthM)) {
    includeEdges(cuboid, camera, size, include)
    includeFieldBorder(cuboid, camera, size, include)
    includeImageCorners(cuboid, camera, size, include)
  }
  return bounds.minU <= bounds.maxU ? bounds : null
}

function isAllBehind(cuboid: Cuboid, minDepthM: number): boolean {
  return cuboidCorners(cuboid).every((corner) => corner.z <= minDepthM)
}

function includeEdges(cuboid: Cuboid, camera: Camera, size: CameraImageSize, include: (p: CameraPixel) => void): void {
  const corners = cuboidCorners(cuboid)
  const edges = CUBOID_EDGES.map(([a, b]): Segment => [corners[a], corners[b]])
  for (const edge of [...edges, ...depthCuts(cuboid, camera.lens.minDepthM)]) {
    const segment = clipToDepth(edge, camera.lens.minDepthM)
    if (segment === null) continue
    const arc = viewArc(segment, camera)
    const curve = imageOnArc(arc, camera)
    for (const [from, to] of arc.ranges) {
      traceInsideImage(curve, from, to, size, FLATNESS_PX, (start, end) => {
        include(start.point)
        include(end.point)
      })
    }
  }
}

/** The border of the valid field, and the line just inside it where tangential terms fold the image back. */
function includeFieldBorder(
  cuboid: Cuboid,
  camera: Camera,
  size: CameraImageSize,
  include: (p: CameraPixel) => void,
): void {
  const { lens } = camera
  if (lens.minDepthM > 0 && !(lens.maxOffAxisRad < Math.PI / 2 - 1e-9)) return
  const border = (): number => lens.maxOffAxisRad
  const fold = (azimuth: number): number => lens.foldOffAxisRad(azimuth) ?? lens.maxOffAxisRad
  const folds = Array.from({ length: 16 }, (_, i) => (i * Math.PI) / 8).some((a) => lens.foldOffAxisRad(a) !== null)
  for (const offAxis of folds ? [border, fold] : [border]) {
    const directionAt = (azimuth: number) => unitDirection(offAxis(azimuth), azimuth)
    const includeIfCovered = (azimuth: number, point: CameraPixel): void => {
      if (rayMeetsCuboid(directionAt(azimuth), cuboid, lens.minDepthM)) include(point)
    }
    const curve = (azimuth: number): CameraPixel => camera.imageFromField(unitDirection(offAxis(azimuth), azimuth))
    // A circle from 0 to 2π would start with a chord of length zero, which looks flat: begin with its quarters.
    for (let quarter = 0; quarter < 4; quarter++) {
      traceInsideImage(curve, (quarter * Math.PI) / 2, ((quarter + 1) * Math.PI) / 2, size, FLATNESS_PX, (a, b) => {
        includeIfCovered(a.parameter, a.point)
        includeIfCovered(b.parameter, b.point)
      })
    }
  }
}

function includeImageCorners(
  cuboid: Cuboid,
  camera: Camera,
  size: CameraImageSize,
  include: (p: CameraPixel) => void,
): void {
  for (const u of [-0.5, size.width - 0.5]) {
    for (const v of [-0.5, size.height - 0.5]) {
      const ray = camera.cameraRayFromImage(u, v)
      if (ray !== null && rayMeetsCuboid(ray, cuboid, camera.lens.minDepthM)) include({ u, v })
    }
  }
}
