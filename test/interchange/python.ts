import { execFile } from 'node:child_process'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { inFolder, type UnpackedExport, unpack } from './roundTrip.ts'

const PYTHON = process.env.FIDUCIAL_PYTHON ?? 'python3'
const run = promisify(execFile)
const TIMEOUT_MS = 120_000
/** Threads of native libraries can crash an interpreter that ends by itself, after everything is said. */
const LEAVE = 'import os, sys\nsys.stdout.flush()\nos._exit(0)'
const known = new Map<string, Promise<boolean>>()

/**
 * What a script says of an export that is unpacked in its working folder: the JSON that it prints. Python readers that
 * we did not write are the judges of a format; where one is missing the test is skipped by name and this answers null.
 */
export async function readByPython<T>(
  test: TestContext,
  modules: readonly string[],
  out: Pick<UnpackedExport, 'entries'>,
  script: string,
): Promise<T | null> {
  for (const name of modules) {
    if (await isInstalled(name)) continue
    test.skip(`Python has no ${name}`)
    return null
  }
  return inFolder(async (folder) => {
    await unpack(out, folder)
    const { stdout } = await run(PYTHON, ['-c', `${script}\n${LEAVE}`], {
      cwd: folder,
      timeout: TIMEOUT_MS,
      maxBuffer: 2 ** 28,
    })
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as T
  })
}

function isInstalled(name: string): Promise<boolean> {
  const found =
    known.get(name) ??
    run(PYTHON, ['-c', `import importlib.util as u, sys; sys.exit(u.find_spec('${name}') is None)`]).then(
      () => true,
      () => false,
    )
  known.set(name, found)
  return found
}
