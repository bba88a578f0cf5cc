import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientOperations } from './operations.ts'
import { pythonFiles, synchronous } from './python.ts'
import { typescriptFiles } from './typescript.ts'

const PYTHON = 'clients/python/src/fiducial_client'

/** Every file of both clients that is made of the contract, by its path in the repository. */
export async function clientFiles(root: string): Promise<Map<string, string>> {
  const operations = clientOperations()
  const files = new Map<string, string>()
  for (const [name, text] of typescriptFiles(operations)) files.set(`src/client/${name}`, formatted(root, text))
  const python = pythonFiles(operations)
  for (const [name, text] of python) files.set(`${PYTHON}/${name}`, text)
  files.set(`${PYTHON}/_sync_calls.py`, synchronous(python.get('_aio_calls.py') ?? ''))
  files.set(`${PYTHON}/_sync.py`, synchronous(readFileSync(join(root, PYTHON, '_aio.py'), 'utf8')))
  return files
}

/** As the formatter of this project has it. */
const formatted = (root: string, text: string): string =>
  execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', '--stdin-file-path=src/client/made.ts'], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })
