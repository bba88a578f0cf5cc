import { parseArgs } from 'node:util'
import { told } from './acts.ts'
import { crowd } from './crowd.ts'

/** npm run large [-- NAME…] [--jobs N] [--projects N] [--rounds N]: names choose among the subjects. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '200000' },
    projects: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '9' },
  },
})
// Without the check of each answer against its schema, which is for tests alone.
const ENV = { CHECK_ANSWERS: 'false' }
const [jobs, projects, rounds] = [values.jobs, values.projects, values.rounds].map(Number)

/** Enough for full pages of every list. */
const FEW = { jobs: 10_000, projects: 2 }

const SUBJECTS: Readonly<Record<string, () => Promise<string>>> = {
  crowd: async () =>
    told(`${jobs} jobs in ${projects} projects`, await crowd({ few: FEW, many: { jobs, projects }, rounds, env: ENV })),
}

for (const [name, tell] of Object.entries(SUBJECTS)) {
  if (positionals.length === 0 || positionals.includes(name)) process.stdout.write(`${await tell()}\n`)
}
