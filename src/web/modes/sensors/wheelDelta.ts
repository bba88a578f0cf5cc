/** Pixels per line of a wheel that counts lines. */
const LINE_PX = 30

/** Positive towards the person; with Shift some systems turn the wheel sideways. */
export function wheelDeltaPx({ deltaX, deltaY, deltaMode }: WheelEvent): number {
  const delta = deltaY || deltaX
  return deltaMode === 1 ? delta * LINE_PX : delta
}
