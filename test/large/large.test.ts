import assert from 'node:assert/strict'
import { test } from 'node:test'
import { told, WITHIN } from './acts.ts'
import { crowd } from './crowd.ts'

/** So that what else the machine does is no failure; the long form has figures. */
const SLACK_MS = 1000

test('every act goes on with many jobs in many projects as with few', async (t) => {
  const compared = await crowd({ few: { jobs: 2000, projects: 2 }, many: { jobs: 4000, projects: 5 }, rounds: 1 })
  t.diagnostic(told('4,000 jobs in 5 projects', compared))
  for (const { act, smallMs, largeMs } of compared) {
    assert.ok(largeMs <= WITHIN * smallMs + SLACK_MS, `${act}: ${smallMs} ms, then ${largeMs} ms`)
  }
})
