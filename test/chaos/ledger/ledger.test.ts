import assert from 'node:assert/strict'
import { test } from 'node:test'
import { poolerSkip } from '../../support/pooler.ts'
import { runLedger } from './run.ts'

for (const [layout, kills, processes] of [
  ['one', 3, 'one process'],
  ['two', 3, 'an api and a worker process'],
  ['pooled', 3, 'one process behind PgBouncer'],
] as const) {
  test(`kill -9 of ${processes} loses and doubles nothing that was acknowledged`, {
    skip: layout === 'pooled' && poolerSkip,
  }, async (t) => {
    const jobs = 60
    const report = await runLedger({ jobs, kills, layout, seed: 11, say: (line) => t.diagnostic(line) })
    t.diagnostic(JSON.stringify(report))
    assert.equal(report.completed, jobs)
    assert.equal(report.usageRows, jobs)
  })
}
