import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'

const PYTHON = process.env.FIDUCIAL_PYTHON ?? 'python3'
const run = promisify(execFile)
const TIMEOUT_MS = 120_000

export interface WrittenFolder {
  path: string
  files: Record<string, Uint8Array>
  /** The last line that the script printed, as JSON. */
  printed: unknown
}

/**
 * What a script writes into its working folder. Writers of logs that we did not make are the judges of our readers;
 * where one is missing the test is skipped by name and this answers null.
 */
export async function writtenByPython(
  test: TestContext,
  modules: readonly string[],
  script: string,
): Promise<WrittenFolder | null> {
  for (const name of modules) {
    const find = `import importlib.util as u, sys; sys.exit(u.find_spec('${name}') is None)`
    const isFound = await run(PYTHON, ['-c', find]).then(
      () => true,
      () => false,
    )
    if (isFound) continue
    test.skip(`Python has no ${name}`)
    return null
  }
  const path = await mkdtemp(join(tmpdir(), 'fiducial-logs-'))
  test.after(() => rm(path, { recursive: true, force: true }))
  const { stdout } = await run(PYTHON, ['-c', script], { cwd: path, timeout: TIMEOUT_MS, maxBuffer: 2 ** 28 })
  const files: Record<string, Uint8Array> = {}
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    files[relative(path, file).split(sep).join('/')] = await readFile(file)
  }
  return { path, files, printed: JSON.parse(stdout.trimEnd().split('\n').at(-1) || 'null') }
}
