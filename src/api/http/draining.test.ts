import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takes } from '../../../test/support/time.ts'
import { Draining } from './draining.ts'

const QUIET_MS = 100
const DRAIN_MS = 400

const never = new AbortController().signal

/** How long it waits. */
async function waited(draining: Draining, signal = never): Promise<number> {
  const startMs = performance.now()
  await draining.wait(DRAIN_MS, signal)
  return performance.now() - startMs + 2
}

test('a service that a balancer watches takes calls for the whole time', async () => {
  const draining = new Draining(QUIET_MS)
  draining.noteReady()
  draining.noteReady()
  assert.ok((await waited(draining)) >= DRAIN_MS)
})

test('a service that announces its stop takes calls for the whole time', async () => {
  const draining = new Draining(QUIET_MS)
  draining.noteCall()
  takes(20).then(() => draining.noteCall())
  assert.ok((await waited(draining)) >= DRAIN_MS)
})

test('an unwatched idle service stops soon, after one health check', async () => {
  const draining = new Draining(QUIET_MS)
  draining.noteReady()
  draining.noteCall()
  assert.equal(draining.started, false)
  const ms = await waited(draining)
  assert.ok(ms >= QUIET_MS && ms < DRAIN_MS, `${ms} ms`)
  assert.equal(draining.started, true)
})

test('a second signal ends the wait at once', async () => {
  const draining = new Draining(QUIET_MS)
  draining.noteReady()
  draining.noteReady()
  const hurry = new AbortController()
  takes(20).then(() => hurry.abort())
  assert.ok((await waited(draining, hurry.signal)) < DRAIN_MS)
})
