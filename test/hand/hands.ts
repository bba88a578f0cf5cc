import { anyAct } from './acts.ts'
import { anyCuboidAct } from './cuboids/cuboidActs.ts'
import { CuboidRun } from './cuboids/cuboidRun.ts'
import { HandRun } from './handRun.ts'
import { anyPointAct } from './points/pointActs.ts'
import { PointRun } from './points/pointRun.ts'
import type { Hand } from './search.ts'
import { anySubmitAct } from './submitting/submitActs.ts'
import { SubmitRun } from './submitting/submitRun.ts'

/** Hands by the kind of work. */
export const HANDS = {
  flat: {
    anyAct,
    actsARun: 250,
    // A picture, or a video of eight frames.
    start: (seed) => HandRun.start(seed % 3 === 0 ? 1 : 8),
  },
  cuboids: {
    anyAct: anyCuboidAct,
    actsARun: 120,
    start: (seed) => CuboidRun.start(seed % 3 === 0 ? 'cuboid3d_linked2d' : 'cuboid3d'),
  },
  points: { anyAct: anyPointAct, actsARun: 80, start: () => PointRun.start() },
  submitting: { anyAct: anySubmitAct, actsARun: 120, start: () => SubmitRun.start() },
} satisfies Record<string, Hand>

export type HandName = keyof typeof HANDS
