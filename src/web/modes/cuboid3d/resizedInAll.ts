import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { Track } from '../../../model/document/document.ts'
import { type Placing, placedAt } from '../../../model/document/edits/placeCuboid.ts'
import { sameSize } from '../../../model/document/edits/placements.ts'
import { resizedTrack } from '../../../model/document/edits/resizeTrack.ts'
import { cuboidAt } from '../../../model/document/interpolate.ts'
import { withSizeSeenFrom } from '../../../model/fit/keptSize.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'

/**
 * The track with this box at the frame. Where it brings a new size, which belongs to all frames, the boxes of the other
 * ones keep the sides that their sensor sees.
 * @param cuboid in the common frame
 */
export function placedInTrack(job: FusionJob, track: Track, frame: number, cuboid: Cuboid, placing: Placing): Track {
  const resizes = !track.stationary && resizesOthers(track, frame, cuboid, placing)
  return placedAt(resizes ? sizedInAll(job, track, cuboid) : track, frame, cuboid, placing)
}

/** The track with the size of this box in all frames that have none of their own. */
export const sizedInAll = ({ frames }: FusionJob, track: Track, { dimensions }: Pick<Cuboid, 'dimensions'>): Track =>
  resizedTrack(track, dimensions, (box, of) =>
    withSizeSeenFrom(box, dimensions, frames[of]?.clouds[0]?.sensorPosition ?? null),
  )

/** In how many other frames the object has another size after this box was placed. */
export function resizedFrames(before: Track, after: Track, frame: number, frameCount: number): number {
  let count = 0
  for (let other = 0; other < frameCount; other++) {
    const [was, is] = [cuboidAt(before, other), cuboidAt(after, other)]
    if (other !== frame && was && is && !sameSize(was.shape.dimensions, is.shape.dimensions)) count++
  }
  return count
}

function resizesOthers({ cuboid: path }: Track, frame: number, { dimensions }: Cuboid, { sizeOfFrame }: Placing) {
  if (!path || sizeOfFrame || sameSize(dimensions, path.dimensions)) return false
  const key = path.keys.find((one) => one.frame === frame)
  return key?.kind !== 'shape' || key.shape.sizeOverride === null
}
