import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Effort, secondsOf } from './effort.ts'

// npm run effort: what the tasks of docs/annotators.md take now, beside what they took before. The tests that count them
// drive the real page and the real editor. It fails when a task takes more than before.

const ROOT = join(import.meta.dirname, '..', '..')
const FILES = [
  ['test', 'web', 'effort.test.ts'],
  ['src', 'web', 'modes', 'cuboid3d', 'cuboidEffort.test.ts'],
] as const
const COUNTED = ['clicks', 'keys'] as const

interface Before {
  commit: string
  tasks: Record<string, Effort>
}

/** null: a task could not be done. */
function measured(): Map<string, Effort> | null {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-effort-'))
  try {
    const notes = join(folder, 'notes')
    const args = ['--test', '--test-concurrency=1', ...FILES.map((file) => join(ROOT, ...file))]
    const env = { ...process.env, FIDUCIAL_EFFORT: notes }
    const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    if (status !== 0) process.stdout.write(stdout)
    if (status !== 0) return null
    const lines = readFileSync(notes, 'utf8').trim().split('\n')
    return new Map(lines.map((line) => JSON.parse(line)).map(({ task, ...effort }) => [task, effort]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')
  return rows.map(line).join('\n')
}

const cells = (effort: Effort | undefined): string[] =>
  effort ? [String(effort.clicks), String(effort.keys), secondsOf(effort).toFixed(0)] : ['–', '–', '–']

function compare(now: ReadonlyMap<string, Effort>): number {
  const { commit, tasks }: Before = JSON.parse(readFileSync(join(import.meta.dirname, 'effort.json'), 'utf8'))
  const head = ['task', `clicks in ${commit}`, 'keys', 'seconds', 'clicks now', 'keys', 'seconds']
  const rows = Array.from(now, ([task, effort]) => [task, ...cells(tasks[task]), ...cells(effort)])
  process.stdout.write(`${table([head, ...rows])}\n`)
  const faults = Object.entries(tasks).flatMap(([task, before]) => {
    const effort = now.get(task)
    if (!effort) return [`${task} was not measured`]
    return COUNTED.some((of) => effort[of] > before[of]) ? [`${task} takes more than before`] : []
  })
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  return faults.length === 0 ? 0 : 1
}

const now = measured()
process.exit(now ? compare(now) : 1)
