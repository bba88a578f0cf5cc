// npm run chaos, npm run hostile, npm run fuzz, npm run soak, npm run large, npm run hand, npm run effort, npm run citus: the long forms of tests whose short forms are part of npm test.
import { runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { fromRoot, RUNTIME } from './lib/paths.mjs'

const FORMS = {
  /** Kills first, then all other external disturbances. */
  chaos: { args: [fromRoot('test', 'chaos', 'long.ts')], env: {}, next: 'hostile' },
  hostile: {
    args: [
      '--test',
      '--test-reporter=spec',
      '--test-concurrency=1',
      ...[
        'answers',
        'container',
        'clients',
        'bodies',
        'requests',
        'submissions',
        'slow',
        'paths',
        'database',
        'rolling',
        'start',
      ].map((name) => fromRoot('test', 'hostile', `${name}.test.ts`)),
      fromRoot('test', 'imports', 'hostile.test.ts'),
      fromRoot('test', 'quality', 'nextAnswers.test.ts'),
      fromRoot('test', 'quality', 'hardConsensus.test.ts'),
      fromRoot('test', 'quality', 'goldTold.test.ts'),
    ],
    env: { FIDUCIAL_HOSTILE: 'long' },
  },
  /** On a database divided among machines, of the Citus in CITUS_HOME. */
  citus: { args: [fromRoot('test', 'citus', 'run.ts')], env: {} },
  /** Large installations compared with small ones; needs a quiet machine and a disk. */
  large: { args: [fromRoot('test', 'large', 'long.ts')], env: {} },
  /** Hands that mean something, on the real page, or on the tools and the session without a browser. */
  hand: { args: [fromRoot('test', 'hand', 'long.ts')], env: {} },
  /** What the tasks of the documents take, beside what they took before. */
  effort: { args: [fromRoot('test', 'web', 'effortTable.ts')], env: {} },
  soak: { args: [fromRoot('test', 'soak', 'long.ts')], env: {} },
  fuzz: {
    args: [
      '--test',
      '--test-reporter=spec',
      fromRoot('test', 'api', 'fuzz.test.ts'),
      fromRoot('test', 'api', 'model.test.ts'),
      fromRoot('test', 'api', 'limits.test.ts'),
    ],
    env: { FIDUCIAL_FUZZ_RUNS: '5000' },
  },
}

async function long([name, ...rest]) {
  const form = FORMS[name]
  if (!form) {
    process.stderr.write(`Known: ${Object.keys(FORMS).join(', ')}\n`)
    return 2
  }
  if ((await ensureInstalled()).stopped) return 143
  const { code, stopped } = await runChild(RUNTIME, [...form.args, ...rest], { env: { ...form.env, ...process.env } })
  if (stopped) return 143
  // Arguments are those of the first form alone.
  const next = form.next ? await long([form.next]) : 0
  return code || next
}

process.exit(await long(process.argv.slice(2)))
