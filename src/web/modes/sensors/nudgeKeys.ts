import type { Nudge } from '../../tools/cuboid/nudge.ts'

/** Small moves of a box: what, in words, by which key. `turnRight` is told apart: X erases where points are labelled. */
export const nudgeKeys = (turnRight: string): readonly [Nudge, string, string][] => [
  ['forward', 'Move forward', 'W'],
  ['back', 'Move back', 'S'],
  ['left', 'Move to its left', 'A'],
  ['right', 'Move to its right', 'D'],
  ['up', 'Move up', 'R'],
  ['down', 'Move down', 'F'],
  ['turnLeft', 'Turn left', 'Z'],
  ['turnRight', 'Turn right', turnRight],
]
