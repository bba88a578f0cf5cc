import type { Key } from '../../model/document/document.ts'
import { heldFrom } from '../../model/document/held.ts'
import { ACCENT, HELD, TIMELINE } from '../tokens.ts'
import {
  attributeFrames,
  GUTTER_PX,
  ROW_PX,
  type RowId,
  RULER_PX,
  rowAtY,
  type TimelineLayout,
  type TimelineRow,
  xOfFrame,
  yOfRow,
} from './layout.ts'

export interface TimelineLook {
  layout: TimelineLayout
  rows: readonly TimelineRow[]
  /** What the rows are, over their names. */
  caption: string
  frame: number
  selection: ReadonlySet<string>
  isBuffered(frame: number): boolean
  /** A key that is being dragged, and where it would be. */
  dragged: (RowId & { from: number; to: number }) | null
  colourOf(classId: string): string
  dark: boolean
}

type Context = CanvasRenderingContext2D

const FONT = '11px system-ui, sans-serif'
const LABEL_SPACING_PX = 56
const HELD_STEP_PX = 8
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]

/** Draws only the rows and frames in view: thousands of either cost nothing. */
export function drawTimeline(context: Context, look: TimelineLook): void {
  const { layout } = look
  const colours = look.dark ? TIMELINE.dark : TIMELINE.light
  context.fillStyle = colours.ground
  context.fillRect(0, 0, layout.widthPx, layout.heightPx)
  context.font = FONT
  context.textBaseline = 'middle'
  context.save()
  context.beginPath()
  context.rect(0, RULER_PX, layout.widthPx, layout.heightPx - RULER_PX)
  context.clip()
  drawGrid(context, layout, colours)
  drawCursor(context, look)
  drawRows(context, look, colours)
  context.restore()
  drawRuler(context, look, colours)
}

type Colours = (typeof TIMELINE)['dark' | 'light']

function drawRows(context: Context, look: TimelineLook, colours: Colours): void {
  const { layout, rows } = look
  const first = Math.max(0, rowAtY(layout, RULER_PX))
  const last = Math.min(rows.length - 1, rowAtY(layout, layout.heightPx))
  for (let i = first; i <= last; i++) {
    const row = rows[i]
    const y = yOfRow(layout, i)
    if (look.selection.has(row.track.id)) {
      context.fillStyle = colours.selected
      context.fillRect(0, y, layout.widthPx, ROW_PX)
      drawCursor(context, look, y, ROW_PX)
    }
    context.fillStyle = colours.line
    context.fillRect(0, y + ROW_PX - 1, layout.widthPx, 1)
    context.save()
    context.beginPath()
    context.rect(GUTTER_PX, y, layout.widthPx - GUTTER_PX, ROW_PX)
    context.clip()
    drawRow(context, look, row, y, colours)
    context.restore()
    drawName(context, look, row, y, colours)
  }
}

function drawName(context: Context, look: TimelineLook, row: TimelineRow, y: number, colours: Colours): void {
  const isCamera = row.sensorId !== null
  context.save()
  context.beginPath()
  context.rect(0, y, GUTTER_PX - 6, ROW_PX)
  context.clip()
  context.fillStyle = look.colourOf(row.track.classId)
  if (isCamera) context.fillRect(11, y, 2, ROW_PX)
  else context.fillRect(8, y + ROW_PX / 2 - 4, 8, 8)
  context.fillStyle = isCamera ? colours.dim : colours.text
  context.fillText(row.name, 22, y + ROW_PX / 2)
  context.restore()
}

/** A bar wherever the object is, thinner where it is hidden or only follows, and a diamond a keyframe. */
function drawRow(context: Context, look: TimelineLook, row: TimelineRow, y: number, colours: Colours): void {
  const { layout, dragged } = look
  context.fillStyle = look.colourOf(row.track.classId)
  context.globalAlpha = 0.45
  if (row.followed) drawBars(context, layout, row.followed, y, 2)
  else drawBars(context, layout, row.keys, y, 8)
  context.globalAlpha = 1
  for (const key of row.keys) {
    const isOfRow = dragged?.trackId === row.track.id && dragged.sensorId === row.sensorId
    const isDragged = isOfRow && dragged.from === key.frame
    const frame = isDragged ? dragged.to : key.frame
    const x = xOfFrame(layout, frame) + layout.framePx / 2
    if (key.kind === 'out' && row.followed) drawCross(context, x, y + ROW_PX / 2, isDragged ? 5 : 3.5)
    else if (key.kind === 'out') context.fillRect(xOfFrame(layout, frame) - 1, y + 4, 2, ROW_PX - 8)
    else if (key.keyFrame) {
      const isOwn = key.source === 'manual'
      drawDiamond(context, x, y + ROW_PX / 2, isDragged ? 6 : 4.5, { isOwn, colours })
    } else context.fillRect(x - 1, y + ROW_PX / 2 - 4, 2, 8)
  }
  context.fillStyle = colours.text
  for (const frame of attributeFrames(row)) drawFlag(context, xOfFrame(layout, frame) + layout.framePx / 2, y)
}

/** Below the bar: an attribute has another value from here on. */
function drawFlag(context: Context, x: number, y: number): void {
  context.beginPath()
  context.moveTo(x, y + ROW_PX - 6.5)
  context.lineTo(x + 3.5, y + ROW_PX - 1)
  context.lineTo(x - 3.5, y + ROW_PX - 1)
  context.fill()
}

function drawBars(
  context: Context,
  layout: TimelineLayout,
  keys: readonly Key<unknown>[],
  y: number,
  heightPx: number,
): void {
  const held = heldFrom({ keys }) ?? layout.frameCount
  keys.forEach((key, i) => {
    if (key.kind !== 'shape') return
    const next = keys[i + 1]?.frame ?? layout.frameCount
    const left = xOfFrame(layout, key.frame)
    const height = key.hidden ? 2 : heightPx
    const end = Math.max(key.frame, Math.min(next, held))
    context.fillRect(left, y + (ROW_PX - height) / 2, xOfFrame(layout, end) - left, height)
    if (end < next) drawHeld(context, xOfFrame(layout, end), xOfFrame(layout, next), y + ROW_PX / 2)
  })
}

/** Where the object only stays: a dashed grey line. */
function drawHeld(context: Context, from: number, to: number, y: number): void {
  const { fillStyle } = context
  context.fillStyle = HELD
  for (let x = from; x < to; x += HELD_STEP_PX) context.fillRect(x, y - 1, Math.min(HELD_STEP_PX / 2, to - x), 2)
  context.fillStyle = fillStyle
}

function drawCross(context: Context, x: number, y: number, radiusPx: number): void {
  context.beginPath()
  for (const way of [1, -1]) {
    context.moveTo(x - radiusPx, y - radiusPx * way)
    context.lineTo(x + radiusPx, y + radiusPx * way)
  }
  context.lineWidth = 2
  context.strokeStyle = context.fillStyle
  context.stroke()
}

/** Filled if a person placed it, hollow if a machine did and no person changed it since. */
function drawDiamond(
  context: Context,
  x: number,
  y: number,
  radiusPx: number,
  { isOwn, colours }: { isOwn: boolean; colours: Colours },
): void {
  context.beginPath()
  context.moveTo(x, y - radiusPx)
  context.lineTo(x + radiusPx, y)
  context.lineTo(x, y + radiusPx)
  context.lineTo(x - radiusPx, y)
  context.closePath()
  const color = context.fillStyle
  if (!isOwn) context.fillStyle = colours.ground
  context.fill()
  context.fillStyle = color
  context.lineWidth = 1
  // Separates it from a bar of the same colour.
  context.strokeStyle = colours.keyEdge
  context.stroke()
}

/** Frames that have a number, and those in view. */
function ticksOf(layout: TimelineLayout): { first: number; last: number; step: number } {
  const step = STEPS.find((frames) => frames * layout.framePx >= LABEL_SPACING_PX) ?? 5000
  const first = Math.floor(layout.scrollX / layout.framePx)
  const last = Math.min(layout.frameCount - 1, first + Math.ceil((layout.widthPx - GUTTER_PX) / layout.framePx))
  return { first, last, step }
}

function drawGrid(context: Context, layout: TimelineLayout, colours: Colours): void {
  const { first, last, step } = ticksOf(layout)
  context.fillStyle = colours.line
  for (let frame = Math.ceil(first / step) * step; frame <= last; frame += step) {
    const x = xOfFrame(layout, frame)
    if (x >= GUTTER_PX) context.fillRect(x, RULER_PX, 1, layout.heightPx)
  }
}

function drawRuler(context: Context, look: TimelineLook, colours: Colours): void {
  const { layout } = look
  context.fillStyle = colours.ground
  context.fillRect(0, 0, layout.widthPx, RULER_PX)
  const { first, last, step } = ticksOf(layout)
  context.save()
  context.beginPath()
  context.rect(GUTTER_PX, 0, layout.widthPx - GUTTER_PX, RULER_PX)
  context.clip()
  for (let frame = Math.ceil(first / step) * step; frame <= last; frame += step) {
    const x = xOfFrame(layout, frame)
    context.fillStyle = colours.line
    context.fillRect(x, RULER_PX - 12, 1, 12)
    context.fillStyle = colours.dim
    context.fillText(String(frame), x + 4, RULER_PX / 2 - 2)
  }
  context.fillStyle = colours.buffered
  for (let frame = first; frame <= last; frame++) {
    if (look.isBuffered(frame)) context.fillRect(xOfFrame(layout, frame), RULER_PX - 4, layout.framePx, 3)
  }
  drawCursor(context, look)
  context.restore()
  context.fillStyle = colours.line
  context.fillRect(0, RULER_PX - 1, layout.widthPx, 1)
  context.fillStyle = colours.dim
  context.fillText(look.caption, 8, RULER_PX / 2)
}

/** Beneath the keyframes, so that those of this frame are seen. */
function drawCursor(context: Context, { layout, frame }: TimelineLook, y = 0, heightPx = layout.heightPx): void {
  const x = xOfFrame(layout, frame)
  if (x < GUTTER_PX || x > layout.widthPx) return
  context.fillStyle = ACCENT.fill
  context.fillRect(x, y, layout.framePx, heightPx)
  context.fillStyle = ACCENT.line
  context.fillRect(x + layout.framePx / 2 - 1, y, 2, heightPx)
}
