// npm run laws [-- rounds [seed]]: searches new ground for counterexamples of the laws, which npm test holds at one seed.
// Each round runs every law with another seed; the first that fails ends it and says its seed.
import { readdirSync, readFileSync } from 'node:fs'
import { runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { fromRoot, RUNTIME } from './lib/paths.mjs'

const lawFiles = () =>
  ['src', 'test'].flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
      .map((path) => fromRoot(folder, path))
      .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes(`/laws.ts'`)),
  )

async function laws(rounds, firstSeed) {
  if ((await ensureInstalled()).stopped) return 143
  const args = ['--test', '--test-reporter=dot', '--test-concurrency=2', ...lawFiles()]
  for (let round = 0; round < rounds; round++) {
    const seed = firstSeed + round
    process.stdout.write(`round ${round + 1} of ${rounds}, seed ${seed}\n`)
    const env = { ...process.env, FIDUCIAL_LAWS_SEED: String(seed) }
    const { code, stopped } = await runChild(RUNTIME, args, { env })
    if (stopped) return 143
    if (code !== 0) return code
  }
  return 0
}

const [rounds = '10', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2)
process.exit(await laws(Number(rounds), Number(seed)))
