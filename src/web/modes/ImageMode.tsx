import type { ModeProps } from './modes.ts'

export const ImageMode = (_: ModeProps) => <div />
