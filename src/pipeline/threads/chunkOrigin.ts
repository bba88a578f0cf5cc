import type { PcdCloud } from '../../pcd/pcdReader.ts'

/** Within this distance of the origin, float32 keeps a tenth of a millimetre, so the cloud need not be moved. */
const NEAR_M = 1000

/** What a cloud's chunks are relative to: the origin of its file, or for far away (UTM) clouds a whole metre near it. */
export function chunkOrigin({ bounds }: Pick<PcdCloud, 'bounds'>): { x: number; y: number; z: number } {
  if (!bounds) return { x: 0, y: 0, z: 0 }
  const [x, y, z] = [0, 1, 2].map((axis) => {
    const { [axis]: low } = bounds.min
    const { [axis]: high } = bounds.max
    return Math.max(Math.abs(low), Math.abs(high)) <= NEAR_M ? 0 : Math.round((low + high) / 2)
  })
  return { x, y, z }
}
