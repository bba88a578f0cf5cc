/** Heights of this many frames tell whether an object floats; the others are looked at where it does. */
const SAMPLED_FRAMES = 5
/** All objects take theirs from so many frames of a job, if they are in enough of them: few clouds are read for it. */
const COMMON_FRAMES = 20

/**
 * Frames in which the height of an object is looked at first, evenly spread.
 * @param frames those in which the object is, ascending
 */
export function sampledFrames(frames: readonly number[], frameCount: number): number[] {
  const step = Math.max(1, Math.floor(frameCount / COMMON_FRAMES))
  const common = frames.filter((frame) => frame % step === 0)
  return evenly(common.length >= Math.min(SAMPLED_FRAMES, frames.length) ? common : frames)
}

function evenly(frames: readonly number[]): number[] {
  if (frames.length <= SAMPLED_FRAMES) return [...frames]
  const last = frames.length - 1
  return Array.from({ length: SAMPLED_FRAMES }, (_, i) => frames[Math.round((i * last) / (SAMPLED_FRAMES - 1))])
}
