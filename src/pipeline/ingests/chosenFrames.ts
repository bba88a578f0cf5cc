import type { PlannedFrame } from '../../interchange/layouts/layout.ts'

const NS_PER_S = 1e9
/** Frames of a recording come a little earlier or later than their rate says. */
const RATE_TOLERANCE = 0.01

export interface FrameChoice {
  every: number
  maxRateHz: number | null
}

/** The indexes of the frames that are taken: every n-th, of these none sooner after the one before than the rate allows. */
export function chosenFrames(frames: readonly PlannedFrame[], { every, maxRateHz }: FrameChoice): number[] {
  const taken: number[] = []
  const leastNs = maxRateHz === null ? 0 : (NS_PER_S / maxRateHz) * (1 - RATE_TOLERANCE)
  let lastNs: bigint | null = null
  for (let index = 0; index < frames.length; index += every) {
    const { timestampNs } = frames[index]
    if (lastNs !== null && timestampNs !== null && Number(timestampNs - lastNs) < leastNs) continue
    taken.push(index)
    lastNs = timestampNs ?? lastNs
  }
  return taken
}

/** Where pieces of a sequence begin and end, counted in its taken frames; none has only frames of the one before. */
export function piecesOf(count: number, length: number, overlap: number): { start: number; end: number }[] {
  const pieces: { start: number; end: number }[] = []
  const step = length - overlap
  for (let start = 0; start === 0 ? count > 0 : start + overlap < count; start += step)
    pieces.push({ start, end: Math.min(start + length, count) })
  return pieces
}
