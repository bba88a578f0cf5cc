import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import { lastKeyBefore } from '../../tools/cuboid/motion.ts'
import type { FrameBox } from './frameBoxes.ts'

/** How the box of a frame came to be there, for people. */
export function boxWords({ keyFrame, source, track }: FrameBox, frame: number): Message {
  if (keyFrame) return msg(`cuboid.source.${source}`)
  if (track.stationary) return msg('cuboid.stationary')
  const held = lastKeyBefore(track, frame)
  return held === null ? msg('cuboid.box.between') : msg('cuboid.box.held', { frame: held })
}
