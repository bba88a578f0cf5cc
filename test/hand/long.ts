import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { HANDS, type HandName } from './hands.ts'
import { type Found, search } from './search.ts'
import { TRAPS, type Trap } from './traps.ts'

// npm run hand -- --minutes N: hands with new seeds until the time is over, or one meets a silent difference: on the
// real page where there is a Chromium; with --desk, and else, without a browser.
// npm run hand -- --hand cuboids --seed 7 --acts 500: those of one kind of work, without a browser.
// npm run hand -- --mutants: puts each trap back into a copy of the source and says after how many acts it is found;
// --mutants NAME those whose words hold the name.

const ROOT = join(import.meta.dirname, '..', '..')
const COPIED = ['src', 'test', 'package.json']
const ACTS_A_TRAP = 5_000
const FOUND = 1

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
    acts: { type: 'string' },
    hand: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    desk: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Acts of a hand before it is another one's turn. */
const ACTS_A_TURN = 500

/** Acts of one job on the real page. */
const ACTS_A_PAGE = 20

async function onPages(): Promise<number> {
  const end = Date.now() + Number(values.minutes) * 60_000
  const { setOwnStage } = await import('../support/ownStage.ts')
  const [{ browserHands }, { HandSite }] = await Promise.all([
    import('./browser/browserHands.ts'),
    import('./browser/handSite.ts'),
  ])
  const { closeBrowser } = await import('../browser.ts')
  const stage = await setOwnStage()
  const messages = new Map<string, number>()
  const hear = (heard: ReadonlyMap<string, number>) => {
    for (const [text, count] of heard) messages.set(text, (messages.get(text) ?? 0) + count)
  }
  let differences = 0
  try {
    const hands = browserHands(await HandSite.open(stage), ACTS_A_PAGE, hear)
    const sums = new Map(Object.keys(hands).map((name) => [name, { acts: 0, jobs: 0, said: 0 }]))
    for (let seed = Number(values.seed); Date.now() < end; seed++) {
      for (const [name, hand] of Object.entries(hands)) {
        if (Date.now() >= end) break
        const { figures, found } = await search(hand, seed, 1)
        const sum = sums.get(name)
        if (sum) for (const figure of ['acts', 'jobs', 'said'] as const) sum[figure] += figures[figure]
        if (found) differences++
        if (found) sayFound(`${name} on the page`, found)
      }
    }
    for (const [name, { acts, jobs, said }] of sums)
      say(`${name} on the page: ${acts} acts, ${jobs} jobs, ${said} refused with a word`)
    say(`${differences} differences`)
    for (const [text, count] of [...messages].sort((a, b) => b[1] - a[1])) say(`  ${count} × ${text}`)
  } finally {
    await closeBrowser()
    await stage.clear()
  }
  return differences === 0 ? 0 : FOUND
}

function sayFound(by: string, { seed, acts, message }: Found): void {
  say(`${by}, seed ${seed}, shortened to ${acts.length} acts:\n${message}\n${JSON.stringify(acts)}`)
}

async function long(): Promise<number> {
  const end = Date.now() + Number(values.minutes) * 60_000
  const most = Number(values.acts ?? Number.POSITIVE_INFINITY)
  const names = (Object.keys(HANDS) as HandName[]).filter((name) => !values.hand || name === values.hand)
  const sums = new Map(names.map((name) => [name, { acts: 0, jobs: 0, said: 0 }]))
  const isOver = () => !values.acts && Date.now() > end
  let seed = Number(values.seed)
  let found: Found | null = null
  let by = ''
  const isDone = () => isOver() || found !== null || [...sums.values()].every(({ acts }) => acts >= most)
  while (!isDone()) {
    for (const [name, sum] of sums) {
      if (found || sum.acts >= most) continue
      const turn = await search(HANDS[name], seed, Math.min(ACTS_A_TURN, most - sum.acts), isOver)
      for (const figure of ['acts', 'jobs', 'said'] as const) sum[figure] += turn.figures[figure]
      if (turn.found) [found, by] = [turn.found, name]
    }
    seed += ACTS_A_TURN
  }
  for (const [name, { acts, jobs, said }] of sums)
    say(`${name}: ${acts} acts, ${jobs} jobs, ${said} refused with a word, ${by === name ? 1 : 0} differences`)
  if (!found) return 0
  sayFound(by, found)
  return FOUND
}

/** How a trap was found; null: it was not. */
function foundIn(copy: string, { hand = 'flat' }: Trap): string | null {
  const acts = ['--hand', hand, '--acts', String(ACTS_A_TRAP), '--seed', '1']
  const { status, stdout } = spawnSync(process.execPath, [join(copy, 'test', 'hand', 'long.ts'), ...acts], {
    encoding: 'utf8',
  })
  const [figures, , difference = ''] = stdout.split('\n')
  return status === FOUND
    ? `${figures.replace(/^\w+: /, '').split(',')[0] || 'it crashed'}: ${difference.trim()}`
    : null
}

/** Puts the trap into the copy; the answer takes it out again. */
function put(copy: string, { file, text, becomes, also = [] }: Trap): () => void {
  const sources = new Map<string, string>()
  for (const one of [{ file, text, becomes }, ...also]) {
    const path = join(copy, one.file)
    const source = readFileSync(path, 'utf8')
    if (!sources.has(path)) sources.set(path, source)
    if (!source.includes(one.text)) throw new Error(`${one.file} has no "${one.text}" any more`)
    writeFileSync(
      path,
      source.replace(one.text, () => one.becomes),
    )
  }
  return () => {
    for (const [path, source] of sources) writeFileSync(path, source)
  }
}

function mutants(): number {
  let missed = 0
  const isWanted = ({ trap, hand = 'flat' }: Trap) =>
    (!values.hand || hand === values.hand) && positionals.every((word) => trap.includes(word))
  const wanted = TRAPS.filter(isWanted)
  const copy = mkdtempSync(join(tmpdir(), 'hand-'))
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    for (const trap of wanted) {
      const takeOut = put(copy, trap)
      const found = foundIn(copy, trap)
      if (!found) missed++
      say(`${found ? 'found ' : 'MISSED'} ${trap.trap}${found ? `: ${found}` : ''}`)
      takeOut()
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
  say(`${wanted.length - missed} of ${wanted.length} traps found`)
  return missed === 0 ? 0 : 1
}

async function run(): Promise<number> {
  if (values.mutants) return mutants()
  const isOnPages = !values.hand && !values.acts && values.desk !== true
  if (!isOnPages) return long()
  const { browserSkip } = await import('../browser.ts')
  const skip = browserSkip()
  if (skip) say(skip)
  return skip ? long() : onPages()
}

process.exit(await run())
