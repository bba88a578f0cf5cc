import { migrate } from '../src/store/postgres/migrate.ts'
import { poolerSkip, startPooledDatabase } from '../test/support/pooler.ts'
import type { BenchResult } from './result.ts'
import { load, serve } from './support/ingestLoad.ts'
import { median } from './support/median.ts'

/** Odd, for the one in the middle. */
const ROUNDS = 3

/** Creation of jobs over HTTP through PgBouncer and past it, in turns. Nothing where PgBouncer is not installed. */
export async function run(): Promise<BenchResult[]> {
  if (poolerSkip) return []
  const database = await startPooledDatabase()
  try {
    await migrate(database.connectionString)
    const direct = await serve(database.connectionString, 'durable')
    const pooled = await serve(database.poolerUrl, 'pooled', direct)
    for (const one of [direct, pooled]) await load(one, { seconds: 2 })
    const ratios: number[] = []
    for (let n = 0; n < ROUNDS; n++) {
      const past = await load(direct, {})
      const through = await load(pooled, {})
      ratios.push(through.perSecond / past.perSecond)
    }
    for (const { process } of [direct, pooled]) process.disconnect()
    const ratio = median(ratios)
    return [{ name: 'ingest: through PgBouncer to past it', value: ratio, unit: 'ratio', goal: null, holds: null }]
  } finally {
    await database.drop()
  }
}

if (import.meta.main) {
  console.log(JSON.stringify(await run(), null, 1))
  process.exit(0)
}
