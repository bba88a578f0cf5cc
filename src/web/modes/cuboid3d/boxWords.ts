import { heldFrom } from '../../tools/cuboid/motion.ts'
import type { FrameBox } from './frameBoxes.ts'

/** How the box of a frame came to be there, for people. */
export function boxWords({ keyFrame, source, track }: FrameBox, frame: number): string {
  if (keyFrame) return source === 'manual' ? 'keyframe' : source.replace('_', ' ')
  if (track.stationary) return 'stationary'
  const held = heldFrom(track, frame)
  return held === null ? 'between keyframes' : `as in frame ${held}`
}
