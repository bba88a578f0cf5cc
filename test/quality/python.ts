import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('reference.py', import.meta.url))

/** The answers of well-known libraries to each case; null where Python or the library is not installed. */
export function referenceFigures(cases: readonly object[]): (Record<string, number> | null)[] {
  const command = process.env.FIDUCIAL_PYTHON ?? 'python3'
  const run = spawnSync(command, [SCRIPT], { input: JSON.stringify(cases), encoding: 'utf8', maxBuffer: 1 << 28 })
  if (run.error) return cases.map(() => null)
  if (run.status !== 0) throw new Error(run.stderr)
  // Some libraries greet on the standard output.
  return JSON.parse(run.stdout.slice(run.stdout.lastIndexOf('\n[') + 1))
}
