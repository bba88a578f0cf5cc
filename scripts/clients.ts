// Writes what both clients are made of the contract: `npm run clients`; with --check it only says what is stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clientFiles } from './clients/files.ts'

const ROOT = join(import.meta.dirname, '..')
const isCheck = process.argv.includes('--check')

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

const stale = [...(await clientFiles(ROOT))].filter(([path, text]) => read(join(ROOT, path)) !== text)
for (const [path, text] of stale) {
  if (isCheck) continue
  mkdirSync(dirname(join(ROOT, path)), { recursive: true })
  writeFileSync(join(ROOT, path), text)
}
for (const [path] of stale) console.log(`${isCheck ? 'stale' : 'written'}: ${path}`)
process.exitCode = isCheck && stale.length > 0 ? 1 : 0
