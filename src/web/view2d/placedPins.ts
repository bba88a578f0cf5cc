import type { Pin, Pins } from '../document/pins.ts'
import { LIGHT, PIN } from '../tokens.ts'

/** A pin where it is in a view, CSS pixels. */
export interface PlacedPin {
  pin: Pin
  x: number
  y: number
}

const RADIUS_PX = 9
const REACH_PX = 11

/** The topmost pin under the pointer; a pin that is being placed has no issue to open. */
export function pinUnder(placed: readonly PlacedPin[], at: { x: number; y: number }): PlacedPin | null {
  return placed.findLast(({ pin, x, y }) => pin.id !== null && Math.hypot(x - at.x, y - at.y) <= REACH_PX) ?? null
}

export function paintPins(context: CanvasRenderingContext2D, placed: readonly PlacedPin[], { opened }: Pins): void {
  if (placed.length === 0) return
  context.save()
  context.setLineDash([])
  context.font = '700 12px system-ui, sans-serif'
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  for (const { pin, x, y } of placed) {
    const isOpened = pin.id !== null && pin.id === opened?.id
    context.globalAlpha = pin.resolved && !isOpened ? 0.45 : 1
    context.beginPath()
    context.arc(x, y, RADIUS_PX + (isOpened ? 2 : 0), 0, 2 * Math.PI)
    context.fillStyle = pin.id === null ? PIN.next : pin.resolved ? PIN.resolved : PIN.open
    context.fill()
    context.lineWidth = isOpened ? 3 : 2
    context.strokeStyle = LIGHT
    context.stroke()
    context.fillStyle = LIGHT
    context.fillText(pin.id === null ? '+' : pin.resolved ? '✓' : '!', x, y + 0.5)
  }
  context.restore()
}
