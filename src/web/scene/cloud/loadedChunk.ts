import type { PointChunks } from '../../../pcd/pointChunks.ts'

/** Missing points are drawn from here: the shader puts them out of view, and their places in the buffers stay. */
export const MISSING_POINT = 1e30

/** The page's data of one cloud. */
export interface LoadedChunk extends PointChunks {
  /** `positions` with NaN replaced by MISSING_POINT; the same array if no point is missing. */
  shownPositions: Float32Array
  /** Three bytes a point: what the cameras of its frame see there; absent until a view asks for it. */
  cameraRgb?: Uint8Array
  /** 1 for a point on the ground; absent until a view hides it. */
  ground?: Uint8Array
  byteLength: number
}

/** Positions for the GPU: NaN is undefined behaviour in a vertex shader, so it is replaced. */
export function shownPositionsOf({ positions, pointCount, finiteCount }: PointChunks): Float32Array {
  if (finiteCount === pointCount) return positions
  const shown = positions.slice()
  for (let i = 0; i + 2 < shown.length; i += 3) {
    if (!Number.isFinite(shown[i] + shown[i + 1] + shown[i + 2])) shown.fill(MISSING_POINT, i, i + 3)
  }
  return shown
}
