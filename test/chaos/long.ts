import { parseArgs } from 'node:util'
import { runLedger } from './ledger/run.ts'

/**
 * The long form of the ledger: at least 100 kills and 20,000 jobs, half of them with api and worker in one process,
 * half in two. Prints the findings; ends with 1 when anything was lost or doubled.
 */
const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [jobs, kills, seed] = [values.jobs, values.kills, values.seed].map(Number)
const say = (line: string) => process.stdout.write(`${new Date().toISOString()} ${line}\n`)
say(`seed ${seed}`)
for (const layout of ['one', 'two'] as const) {
  const plan = { jobs: Math.ceil(jobs / 2), kills: Math.ceil(kills / 2), layout, seed, say }
  say(`${layout}: ${JSON.stringify(await runLedger(plan))}`)
}
