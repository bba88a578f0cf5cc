import type { ModeProps } from './modes.ts'

export const VideoMode = (_: ModeProps) => <div />
export const VideoTimeline = (_: ModeProps) => <div />
