import { type Asset, imageAt } from '../store/project/jobs/assets.ts'
import type { FileFailure } from './fileFailure.ts'

/** All frames of a video have one size, that of the first. */
export function frameSizeFailures(
  frames: readonly { field: string }[],
  assets: ReadonlyMap<string, Asset>,
): FileFailure[] {
  const first = imageAt(assets, frames[0].field).facts
  return frames.flatMap(({ field }): FileFailure[] => {
    const { uprightWidth, uprightHeight } = imageAt(assets, field).facts
    if (uprightWidth === first.uprightWidth && uprightHeight === first.uprightHeight) return []
    const message = `The frame has ${uprightWidth}×${uprightHeight} pixels, the first one ${first.uprightWidth}×${first.uprightHeight}.`
    return [{ field, type: 'FRAME_SIZE_MISMATCH', message, retries: 'none' }]
  })
}
