import type { PointChunks } from '../../../formats/pcd/pointChunks.ts'

/** Missing points are drawn from here: the shader puts them out of view, and their places in the buffers stay. */
export const MISSING_POINT = 1e30

/** What the page keeps of one cloud. */
export interface LoadedChunk extends PointChunks {
  /** As `positions` with NaN replaced by MISSING_POINT; the same array where nothing is missing. */
  shownPositions: Float32Array
  /** Three bytes a point: what the cameras of its frame see there; absent until a view asks for it. */
  cameraRgb?: Uint8Array
  /** 1 for a point on the ground; absent until a view hides it. */
  ground?: Uint8Array
  byteLength: number
}

/** Positions for the GPU: a NaN in a vertex shader is undefined behaviour, so none ever gets there. */
export function shownPositionsOf({ positions, pointCount, finiteCount }: PointChunks): Float32Array {
  if (finiteCount === pointCount) return positions
  const shown = positions.slice()
  for (let i = 0; i + 2 < shown.length; i += 3) {
    if (!Number.isFinite(shown[i] + shown[i + 1] + shown[i + 2])) shown.fill(MISSING_POINT, i, i + 3)
  }
  return shown
}
