import type { FindingCode } from './finding.ts'

/** The settings of a code in a tag. */
export const CHECK_SETTINGS = ['error', 'warning', 'off'] as const
export type CheckSetting = (typeof CHECK_SETTINGS)[number]
export type CheckSettings = Readonly<Partial<Record<FindingCode, CheckSetting>>>

/** How held frames are handled: the page asks, they are delivered, or the object ends before them. */
export const HOLD_RULES = ['ask', 'keep', 'end'] as const
export type HoldRule = (typeof HOLD_RULES)[number]
