import { ACCENT_ON_CLOUD, LIGHT, SHADE } from '../tokens.ts'
import type { Turns } from '../view2d/camera2d.ts'
import type { PixelPoint } from '../view2d/shapes/pixels.ts'
import { upright } from './upright.ts'

const FONT_PX = 11
const HEIGHT_PX = 16
const TIP_PX = 10
/** Half the angle of the tip. */
const TIP_RAD = 0.45

/** A line with a tip between two places of the canvas, and a name in its middle. */
export function paintRelationArrow(
  context: CanvasRenderingContext2D,
  { from, to, name }: { from: PixelPoint; to: PixelPoint; name: string },
  { scale, turns }: { scale: number; turns: Turns },
): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const tip = (turn: number) => ({
    x: to.x - TIP_PX * scale * Math.cos(angle + turn),
    y: to.y - TIP_PX * scale * Math.sin(angle + turn),
  })
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.lineWidth = 4 * scale
  context.strokeStyle = SHADE.middle
  context.stroke()
  context.lineWidth = 2 * scale
  context.strokeStyle = ACCENT_ON_CLOUD.line
  context.stroke()
  context.beginPath()
  context.moveTo(to.x, to.y)
  for (const { x, y } of [tip(TIP_RAD), tip(-TIP_RAD)]) context.lineTo(x, y)
  context.fillStyle = ACCENT_ON_CLOUD.line
  context.fill()
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  upright(context, middle, turns, () => {
    context.font = `500 ${FONT_PX * scale}px system-ui, sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    const width = context.measureText(name).width + 8 * scale
    context.fillStyle = SHADE.strong
    context.fillRect(middle.x - width / 2, middle.y - (HEIGHT_PX * scale) / 2, width, HEIGHT_PX * scale)
    context.fillStyle = LIGHT
    context.fillText(name, middle.x, middle.y)
  })
}
