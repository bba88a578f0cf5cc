import { ACCENT_ON_CLOUD, LIGHT, SHADE } from '../tokens.ts'
import type { Turns } from '../view2d/camera2d.ts'
import type { PixelPoint } from '../view2d/shapes/pixels.ts'
import { upright } from './upright.ts'

const FONT_PX = 11
const HEIGHT_PX = 16
const TIP_PX = 10
/** Half the angle of the tip. */
const TIP_RAD = 0.45

/** An arrow between two places of the canvas. */
export interface RelationArrow {
  from: PixelPoint
  to: PixelPoint
  name: string
}

interface Look {
  scale: number
  turns: Turns
}

/** Draws arrows with a name in the middle of each: names last, so that no line crosses one. */
export function paintRelationArrows(
  context: CanvasRenderingContext2D,
  arrows: readonly RelationArrow[],
  look: Look,
): void {
  for (const arrow of arrows) paintLine(context, arrow, look.scale)
  for (const arrow of arrows) paintName(context, arrow, look)
}

function paintLine(context: CanvasRenderingContext2D, { from, to }: RelationArrow, scale: number): void {
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
}

function paintName(context: CanvasRenderingContext2D, { from, to, name }: RelationArrow, { scale, turns }: Look): void {
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
