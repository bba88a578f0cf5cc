import { createTestDatabase } from '../test/database.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'
import { CONNECTIONS, load, type Served, serve } from './support/ingestLoad.ts'
import type { LoadReport } from './support/loadGenerator.ts'
import { median } from './support/median.ts'
import { databaseMs, processorMs } from './support/processorTime.ts'

/** Odd, for the one in the middle. */
const ROUNDS = 5

/**
 * Creation of jobs over HTTP: as fast as answers come, then at half of that rate, by one server and by two that take
 * jobs of the same project.
 */
export async function run(): Promise<BenchResult[]> {
  const database = await createTestDatabase()
  try {
    const none = await serve(database.connectionString, 'none')
    await load(none, { seconds: 2 })
    const ceiling = await load(none, {})
    none.process.disconnect()
    const durable = await serve(database.connectionString, 'durable')
    await load(durable, { seconds: 2 })
    const used = async () => [processorMs(durable.process.pid ?? 0), await databaseMs(database.pool)]
    const before = await used()
    const most = await load(durable, {})
    const [serverMs, postgresMs] = (await used()).map((ms, n) => (ms - before[n]) / most.answered)
    const second = await serve(database.connectionString, 'durable', durable)
    await load(second, { seconds: 2 })
    const rounds = []
    for (let n = 0; n < ROUNDS; n++) rounds.push(await inTurns(durable, second, most.perSecond / 2))
    for (const { process } of [durable, second]) process.disconnect()
    const { rows } = await database.pool.query<{ jobs: number }>('select count(*) as jobs from jobs')
    const reports = [most, ...rounds.flatMap(({ one, two }) => [one, ...two])]
    return [
      { name: 'ingest: no database', value: ceiling.perSecond, unit: 'answers/s', goal: null, holds: null },
      { name: 'ingest: durable', value: most.perSecond, unit: 'jobs/s', goal: null, holds: null },
      { name: 'ingest: processor time of the server, a job', value: serverMs, unit: 'ms', goal: null, holds: null },
      { name: 'ingest: the same of PostgreSQL', value: postgresMs, unit: 'ms', goal: null, holds: null },
      atLeast('ingest: durable to no database', most.perSecond / ceiling.perSecond, 'ratio', 0.5),
      atMost('ingest: p99 at half of the maximum, open loop', median(rounds.map(({ one }) => one.p99Ms)), 'ms', 50),
      atMost(
        'ingest: the same by two servers on one project, p99 to that of one',
        median(rounds.map(({ one, two }) => Math.max(...two.map(({ p99Ms }) => p99Ms)) / one.p99Ms)),
        'ratio',
        1.3,
      ),
      atMost('ingest: answers refused', sumOf(reports, 'refused'), 'answers', 0),
      // The load generator stops listening at the end, so there may be more jobs than answers that it saw.
      atLeast('ingest: jobs in the database to answers', rows[0].jobs / sumOf(reports, 'answered'), 'ratio', 1),
    ]
  } finally {
    await database.drop()
  }
}

/** The same rate to one server and then to both: what the disk does in some seconds makes a p99, so turns are compared. */
async function inTurns(one: Served, other: Served, ratePerSecond: number) {
  const half = { ratePerSecond: ratePerSecond / 2, connections: CONNECTIONS / 2 }
  return {
    one: await load(one, { ratePerSecond }),
    two: await Promise.all([one, other].map((served) => load(served, half))),
  }
}

const sumOf = (reports: readonly LoadReport[], name: 'answered' | 'refused') =>
  reports.reduce((sum, report) => sum + report[name], 0)

if (import.meta.main) {
  console.log(JSON.stringify(await run(), null, 1))
  process.exit(0)
}
