import type { Cuboid } from '../../../geometry/cuboid.ts'
import { projectedBounds } from '../../../geometry/projectedBounds.ts'
import type { CameraSource } from '../../view3d/fusionJob.ts'

/** Cameras that see a part of the cuboid, the one with the largest view of it first. */
export function camerasThatSee(cuboid: Cuboid, cameras: readonly CameraSource[]): CameraSource[] {
  const seen: { source: CameraSource; area: number }[] = []
  for (const source of cameras) {
    const bounds = source.camera && projectedBounds(cuboid, source.camera, source.size)
    if (bounds) seen.push({ source, area: (bounds.maxU - bounds.minU) * (bounds.maxV - bounds.minV) })
  }
  return seen.sort((a, b) => b.area - a.area).map(({ source }) => source)
}
