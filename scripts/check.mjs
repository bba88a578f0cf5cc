// npm run check: formatting and lint, types, dead code, walls between folders. It runs everything before it reports the
// verdict.
import { runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { fromRoot, RUNTIME } from './lib/paths.mjs'

const bin = (name) => fromRoot('node_modules', '.bin', name)

const CHECKS = [
  ['biome', [bin('biome'), 'check', '--error-on-warnings']],
  ['types', [bin('tsc'), '-b']],
  ['dead code', [bin('knip'), '--no-progress', '--no-config-hints']],
  ['architecture', [RUNTIME, '--test', '--test-reporter=dot', fromRoot('test', 'architecture', 'imports.test.ts')]],
]

async function check() {
  if ((await ensureInstalled()).stopped) return 143
  const verdicts = []
  for (const [name, [command, ...args]] of CHECKS) {
    const { code, stopped } = await runChild(command, args)
    if (stopped) return 143
    verdicts.push([name, code === 0])
  }
  process.stdout.write(`${verdicts.map(([name, ok]) => `${ok ? 'ok    ' : 'FAILED'} ${name}`).join('\n')}\n`)
  return verdicts.every(([, ok]) => ok) ? 0 : 1
}

process.exit(await check())
