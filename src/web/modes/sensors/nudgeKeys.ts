import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import type { Nudge } from '../../tools/cuboid/nudge.ts'

/** Small moves of a box: the move, its label, its key. `turnRight` is separate, since X erases in segmentations. */
export const nudgeKeys = (turnRight: string): readonly [Nudge, Message, string][] => [
  ['forward', msg('nudge.forward'), 'W'],
  ['back', msg('nudge.back'), 'S'],
  ['left', msg('nudge.left'), 'A'],
  ['right', msg('nudge.right'), 'D'],
  ['up', msg('nudge.up'), 'R'],
  ['down', msg('nudge.down'), 'F'],
  ['turnLeft', msg('nudge.turnLeft'), 'Z'],
  ['turnRight', msg('nudge.turnRight'), turnRight],
]
