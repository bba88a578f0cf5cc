import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { search } from './search.ts'
import { TRAPS } from './traps.ts'

// npm run hand -- --minutes N: hands with new seeds until the time is over, or one meets a silent difference.
// npm run hand -- --mutants: puts each trap back into a copy of the source and says after how many acts it is found.

const ROOT = join(import.meta.dirname, '..', '..')
const COPIED = ['src', 'test', 'package.json']
const ACTS_A_TRAP = 5_000
const FOUND = 1

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
    acts: { type: 'string' },
    mutants: { type: 'boolean', default: false },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)

async function long(): Promise<number> {
  const end = Date.now() + Number(values.minutes) * 60_000
  const acts = Number(values.acts ?? Number.POSITIVE_INFINITY)
  const { figures, found } = await search(Number(values.seed), acts, () => !values.acts && Date.now() > end)
  say(`${figures.acts} acts, ${figures.jobs} jobs, ${figures.said} refused with a word, ${found ? 1 : 0} differences`)
  if (!found) return 0
  say(`seed ${found.seed}, shortened to ${found.acts.length} acts:\n${found.message}\n${JSON.stringify(found.acts)}`)
  return FOUND
}

/** How a trap was found; null: it was not. */
function foundIn(copy: string): string | null {
  const args = [join(copy, 'test', 'hand', 'long.ts'), '--acts', String(ACTS_A_TRAP), '--seed', '1']
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return status === FOUND ? stdout.split('\n')[0] : null
}

function mutants(): number {
  let missed = 0
  const copy = mkdtempSync(join(tmpdir(), 'hand-'))
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    for (const { trap, file, text, becomes } of TRAPS) {
      const path = join(copy, file)
      const source = readFileSync(path, 'utf8')
      if (!source.includes(text)) throw new Error(`${file} has no "${text}" any more`)
      writeFileSync(
        path,
        source.replace(text, () => becomes),
      )
      const found = foundIn(copy)
      if (!found) missed++
      say(`${found ? 'found ' : 'MISSED'} ${trap}${found ? `: ${found}` : ''}`)
      writeFileSync(path, source)
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
  say(`${TRAPS.length - missed} of ${TRAPS.length} traps found`)
  return missed === 0 ? 0 : 1
}

process.exit(values.mutants ? mutants() : await long())
