/**
 * The time of each frame, from the first: in seconds if every frame has a timestamp and they ascend, otherwise one per
 * frame.
 */
export function frameTimes(frames: readonly { timestampNs: string | null }[]): readonly number[] {
  const stamps = frames.map(({ timestampNs }) => timestampNs)
  const seconds = stamps.map((ns) => (ns === null ? Number.NaN : Number(BigInt(ns) - BigInt(stamps[0] ?? 0)) / 1e9))
  const ascend = seconds.every((time, i) => (i === 0 ? time === 0 : time > seconds[i - 1]))
  return ascend ? seconds : stamps.map((_, i) => i)
}

/** How long it is from one frame to the other, either way. */
export const timeBetween = (
  { frameTimes: times }: { frameTimes: readonly number[] },
  from: number,
  to: number,
): number => Math.abs(times[to] - times[from])
