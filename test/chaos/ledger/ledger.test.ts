import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runLedger } from './run.ts'

for (const [layout, seed] of [
  ['one', 11],
  ['two', 12],
] as const) {
  const processes = layout === 'one' ? 'one process' : 'an api and a worker process'
  test(`kill -9 of ${processes} loses and doubles nothing that was acknowledged`, async (t) => {
    const say = (line: string) => t.diagnostic(line)
    const report = await runLedger({ jobs: 120, kills: 4, layout, seed, say })
    t.diagnostic(JSON.stringify(report))
    assert.equal(report.completed, 120)
    assert.equal(report.usageRows, 120)
  })
}
