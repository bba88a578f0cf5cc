import {
  type AttributeSteps,
  IMAGE_VIEW,
  type Key,
  NO_STEPS,
  type ShapePath,
  type Track,
} from '../../model/document/document.ts'

export const GUTTER_PX = 150
export const RULER_PX = 26
export const ROW_PX = 20
/** Narrower, and single frames could not be hit. */
const MIN_FRAME_PX = 3
export const MAX_FRAME_PX = 240
const KEY_REACH_PX = 6

/** The layout of the timeline on its canvas. Scroll offsets are in pixels. */
export interface TimelineLayout {
  widthPx: number
  heightPx: number
  frameCount: number
  framePx: number
  scrollX: number
  scrollY: number
}

/** One object, or below it the boxes of a camera. */
export interface TimelineRow {
  track: Track
  /** The camera's; null: the object's own row. */
  sensorId: string | null
  keys: readonly Key<unknown>[]
  /** In a camera's row: the keys that its boxes follow unless a key says otherwise. */
  followed: readonly Key<unknown>[] | null
  name: string
  /** What attributes of this path become, from their frames on. */
  attributes: AttributeSteps
}

/** Which of the rows, as it stays when rows come and go. */
export interface RowId {
  trackId: string
  sensorId: string | null
}

export type TimelineHit =
  | { kind: 'ruler'; frame: number }
  | (RowId & { kind: 'key'; frame: number })
  | (RowId & { kind: 'row'; frame: number })
  | (RowId & { kind: 'name' })
  | null

/** Shows all frames if they fit, otherwise as many as can be distinguished. */
export function fittedLayout(widthPx: number, heightPx: number, frameCount: number): TimelineLayout {
  const framePx = clamp((widthPx - GUTTER_PX) / Math.max(1, frameCount), MIN_FRAME_PX, MAX_FRAME_PX)
  return { widthPx, heightPx, frameCount, framePx, scrollX: 0, scrollY: 0 }
}

/** Left edge of a frame's column. */
export const xOfFrame = ({ framePx, scrollX }: TimelineLayout, frame: number): number =>
  GUTTER_PX + frame * framePx - scrollX

export const yOfRow = ({ scrollY }: TimelineLayout, row: number): number => RULER_PX + row * ROW_PX - scrollY

export function frameAtX(layout: TimelineLayout, x: number): number {
  const frame = Math.floor((x - GUTTER_PX + layout.scrollX) / layout.framePx)
  return clamp(frame, 0, layout.frameCount - 1)
}

export const rowAtY = ({ scrollY }: TimelineLayout, y: number): number => Math.floor((y - RULER_PX + scrollY) / ROW_PX)

export function scrolled(layout: TimelineLayout, dx: number, dy: number, rows: number): TimelineLayout {
  const width = layout.frameCount * layout.framePx
  const maxX = Math.max(0, width - (layout.widthPx - GUTTER_PX))
  const maxY = Math.max(0, rows * ROW_PX - (layout.heightPx - RULER_PX))
  return { ...layout, scrollX: clamp(layout.scrollX + dx, 0, maxX), scrollY: clamp(layout.scrollY + dy, 0, maxY) }
}

/** Wider or narrower frames around x, which stays in place. */
export function zoomedLayout(layout: TimelineLayout, x: number, factor: number, rows: number): TimelineLayout {
  const framePx = clamp(layout.framePx * factor, MIN_FRAME_PX, MAX_FRAME_PX)
  const at = (x - GUTTER_PX + layout.scrollX) / layout.framePx
  return scrolled({ ...layout, framePx, scrollX: at * framePx - (x - GUTTER_PX) }, 0, 0, rows)
}

/** Scrolled just far enough to have the frame and the row in view. */
export function revealing(layout: TimelineLayout, frame: number, row: number | null, rows: number): TimelineLayout {
  const x = xOfFrame(layout, frame)
  const beyond = x + layout.framePx - layout.widthPx
  const dx = x < GUTTER_PX ? x - GUTTER_PX : Math.max(0, beyond)
  if (row === null) return scrolled(layout, dx, 0, rows)
  const y = yOfRow(layout, row)
  const dy = y < RULER_PX ? y - RULER_PX : Math.max(0, y + ROW_PX - layout.heightPx)
  return scrolled(layout, dx, dy, rows)
}

/**
 * The path that a row shows: the cuboid, otherwise the view of a video, otherwise that of the only camera that sees it.
 */
export const pathOfRow = ({ cuboid, views }: Track): ShapePath<unknown> | null =>
  cuboid ?? views.get(IMAGE_VIEW) ?? views.values().next().value ?? null

/** For an object with one pose everywhere, only the keys where it appears, was placed last and disappears. */
export function keysOfRow(track: Track): readonly Key<unknown>[] {
  const keys = pathOfRow(track)?.keys ?? []
  const last = keys.findLast(({ kind }) => kind === 'shape')
  return track.stationary
    ? keys.filter((key, i) => key.kind === 'out' || keys[i - 1]?.kind !== 'shape' || key === last)
    : keys
}

export const objectRow = (track: Track, name: string): TimelineRow => ({
  track,
  name,
  sensorId: null,
  keys: keysOfRow(track),
  followed: null,
  attributes: pathOfRow(track)?.attributes ?? NO_STEPS,
})

/** Frames from which on an attribute has another value, or its first one. */
export const attributeFrames = ({ attributes }: TimelineRow): ReadonlySet<number> =>
  new Set([...attributes.values()].flatMap((steps) => steps.map(({ frame }) => frame)))

export function hitTimeline(layout: TimelineLayout, rows: readonly TimelineRow[], x: number, y: number): TimelineHit {
  if (y < RULER_PX) return { kind: 'ruler', frame: frameAtX(layout, x) }
  const row = rows[rowAtY(layout, y)]
  if (!row) return x < GUTTER_PX ? null : { kind: 'ruler', frame: frameAtX(layout, x) }
  const id: RowId = { trackId: row.track.id, sensorId: row.sensorId }
  if (x < GUTTER_PX) return { kind: 'name', ...id }
  let nearest: number | null = null
  let nearestPx = Math.min(KEY_REACH_PX, Math.max(3, layout.framePx))
  for (const key of row.keys) {
    const away = Math.abs(xOfFrame(layout, key.frame) + layout.framePx / 2 - x)
    if (away >= nearestPx) continue
    nearest = key.frame
    nearestPx = away
  }
  if (nearest !== null) return { kind: 'key', ...id, frame: nearest }
  return { kind: 'row', ...id, frame: frameAtX(layout, x) }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(min, max), Math.max(min, value))
}
