import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compared, told, WITHIN } from './acts.ts'
import { crowd } from './crowd.ts'
import { oneJob } from './oneJob.ts'
import { cloud, drive, video } from './subjects.ts'

/** So that what else the machine does is no failure; the long form has figures. */
const SLACK_MS = 1000

const assertWithin = (compared: readonly Compared[]) => {
  for (const { act, smallMs, largeMs } of compared) {
    assert.ok(largeMs <= WITHIN * smallMs + SLACK_MS, `${act}: ${smallMs} ms, then ${largeMs} ms`)
  }
}

test('every act takes as long with many jobs in many projects as with few', async (t) => {
  const sizes = { few: { jobs: 1100, projects: 2 }, many: { jobs: 1500, projects: 4 } }
  const compared = await crowd({ ...sizes, rounds: 1 })
  t.diagnostic(told('1,500 jobs in 4 projects', compared))
  assertWithin(compared)
})

test('every act scales from small drives, clouds and videos to larger ones', async () => {
  const pairs = [
    { small: drive(2), large: drive(6) },
    { small: cloud(1000), large: cloud(3000) },
    { small: video(100), large: video(300) },
  ]
  for (const compared of await oneJob(pairs, { smallJobs: 1, warmsUp: false, pauseMs: 0 })) assertWithin(compared)
})
