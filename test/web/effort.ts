import assert from 'node:assert/strict'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a task takes: a press with its release is a click, dragging included; a typed text counts as one key. */
export interface Effort {
  clicks: number
  /** Clicks that are dragged. */
  drags: number
  keys: number
}

/** Keystroke-level model of Card, Moran and Newell (1980), without thinking, reading and typing. */
const CLICK_S = 1.3
const DRAG_S = 2.4
const KEY_S = 0.28

export const secondsOf = ({ clicks, drags, keys }: Effort): number =>
  (clicks - drags) * CLICK_S + drags * DRAG_S + keys * KEY_S

/** Compares what a task took with the documents; in `npm run effort` it is noted instead. */
export function assertEffort(task: string, effort: Effort): void {
  const { clicks, drags, keys } = effort
  const notes = process.env.FIDUCIAL_EFFORT
  if (notes) appendFileSync(notes, `${JSON.stringify({ task, clicks, drags, keys })}\n`)
  else assert.deepEqual([clicks, keys, Math.round(secondsOf(effort))], documentedEffort(task))
}

/** Clicks, keys and seconds that the documents give for a task. */
function documentedEffort(task: string): number[] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'annotators.md'), 'utf8')
  const row = text.split('\n').find((line) => line.startsWith(`| ${task} |`))
  assert.ok(row, `docs/annotators.md has no row for ${task}`)
  const cells = row.split('|').map((cell) => cell.trim())
  return cells.slice(3, 6).map(Number)
}
