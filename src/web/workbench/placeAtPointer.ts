/** A rectangle of the page in CSS pixels. */
export interface PageBox {
  left: number
  top: number
  width: number
  height: number
}

/** Between the pointer and the message, so that neither covers the other. */
const GAP_PX = 20
const EDGE_PX = 4

/**
 * Where a message of this size is shown so that its centre is near the pointer: below it, otherwise above, right or
 * left, the first place inside the window that covers no control. If every place covers some, the one with the fewest.
 */
export function placeAtPointer(
  pointer: { x: number; y: number },
  { width, height }: Pick<PageBox, 'width' | 'height'>,
  window: Pick<PageBox, 'width' | 'height'>,
  controls: readonly PageBox[],
): PageBox {
  const { x, y } = pointer
  const wanted = [
    { left: x - width / 2, top: y + GAP_PX },
    { left: x - width / 2, top: y - GAP_PX - height },
    { left: x + GAP_PX, top: y - height / 2 },
    { left: x - GAP_PX - width, top: y - height / 2 },
    { left: x + GAP_PX, top: y + GAP_PX },
    { left: x - GAP_PX - width, top: y + GAP_PX },
    { left: x + GAP_PX, top: y - GAP_PX - height },
    { left: x - GAP_PX - width, top: y - GAP_PX - height },
  ]
  const places = wanted.map(({ left, top }) => {
    const place = {
      left: clamped(left, window.width - width),
      top: clamped(top, window.height - height),
      width,
      height,
    }
    const covered = controls.filter((control) => overlap(place, control)).length
    // Moved in from the edge of the window, it may be under the pointer.
    const isUnderPointer = overlap(place, { left: x, top: y, width: 1, height: 1 })
    return { place, cost: covered + (isUnderPointer ? 1 : 0) }
  })
  return places.reduce((best, one) => (one.cost < best.cost ? one : best)).place
}

const clamped = (value: number, most: number): number => Math.max(EDGE_PX, Math.min(value, most - EDGE_PX))

const overlap = (a: PageBox, b: PageBox): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height
