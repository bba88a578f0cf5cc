import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk } from '../../../test/web/desk/desk.ts'
import { putBox } from '../../../test/web/desk/operations.ts'
import { suggestionOf } from '../../../test/web/desk/suggestionOf.ts'
import type { Finding } from '../../model/checks/finding.ts'
import { ranked } from '../../model/checks/severity.ts'
import { checkSuggestions } from '../../model/checks/wholeJob.ts'
import { type AskChecks, JobChecks } from './jobChecks.ts'

const finding = (code: Finding['code'], trackId: string): Finding => ({
  severity: 'warning',
  code,
  where: { trackId, frame: 0 },
  frames: [0],
  message: '',
})

async function openDesk() {
  const desk = new Desk('video2d', 6)
  const session = await desk.open()
  session.execute('edit.paste', [putBox('a')])
  session.execute('edit.paste', [putBox('b', 0, 5)])
  await desk.clock.pass(2_000)
  return { desk, session }
}

const codes = (findings: readonly Finding[]) => findings.map(({ code, where }) => `${code} ${where.trackId}`).sort()

test('the checks are ready when the service has looked at the version that the page has, all of it', async () => {
  const { desk, session } = await openDesk()
  let calls = 0
  const ask: AskChecks = async (version) => {
    calls++
    const complete = calls === 3
    return { version, complete, findings: complete ? [finding('NO_POINTS', 'a')] : [], lookedAtFrames: calls }
  }
  const checks = new JobChecks(session, ask, desk.clock)
  assert.equal(checks.current.complete, false)
  const ready = checks.ready({ timeoutMs: 10_000 })
  await desk.clock.pass(2_000)
  const { complete, findings } = await ready
  assert.equal(complete, true)
  assert.deepEqual(codes(findings), ['NO_POINTS a'])
  assert.equal(calls, 3)
})

test('frames that were not checked in time, or got no answer, are not called complete', async () => {
  const { desk, session } = await openDesk()
  const never: AskChecks = async (version) => ({ version, complete: false, findings: [], lookedAtFrames: 1 })
  const late = new JobChecks(session, never, desk.clock).ready({ timeoutMs: 3_000 })
  await desk.clock.pass(4_000)
  assert.equal((await late).complete, false)
  const offline: AskChecks = async () => {
    throw new Error('no connection')
  }
  assert.equal((await new JobChecks(session, offline, desk.clock).ready({ timeoutMs: 3_000 })).complete, false)
})

test('the page itself checks the objects that changed since, the service the others', async () => {
  const { desk, session } = await openDesk()
  const found = [finding('NO_POINTS', 'a'), finding('NO_POINTS', 'b')]
  const ask: AskChecks = async (version) => ({ version, complete: true, findings: found, lookedAtFrames: 6 })
  const checks = new JobChecks(session, ask, desk.clock)
  await checks.ready({ timeoutMs: 1_000 })
  assert.deepEqual(codes(checks.current.findings), ['NO_POINTS a', 'NO_POINTS b'])
  const stop = checks.watch()
  session.execute('edit.paste', [{ type: 'setObjectAttribute', trackId: 'a', name: 'x', value: 'y' }])
  await desk.clock.pass(800)
  assert.equal(checks.current.complete, false)
  assert.deepEqual(codes(checks.current.findings), ['HELD a', 'NO_POINTS b'])
  stop()
})

test('while it is open, the list follows the work: it is loaded again when the work is saved', async () => {
  const { desk, session } = await openDesk()
  const asked: number[] = []
  const ask: AskChecks = async (version) => {
    asked.push(version)
    return { version, complete: true, findings: [], lookedAtFrames: 6 }
  }
  const checks = new JobChecks(session, ask, desk.clock)
  const stop = checks.watch()
  await desk.clock.pass(100)
  assert.deepEqual([checks.current.complete, asked], [true, [session.version]])
  const before = session.version
  session.execute('edit.paste', [putBox('c')])
  await desk.clock.pass(5_000)
  assert.deepEqual([checks.current.complete, asked], [true, [before, before + 1]])
  stop()
})

test('decisions about suggestions count at once, although the service was asked before them', async () => {
  const { desk, session } = await openDesk()
  const [suggested] = ranked(checkSuggestions(3), session.job.tag)
  const ask: AskChecks = async (version) => ({ version, complete: true, findings: [suggested], lookedAtFrames: 6 })
  const checks = new JobChecks(session, ask, desk.clock)
  const counts = () => checks.current.findings.map(({ values }) => values?.suggestions)
  const stop = checks.watch()
  await desk.clock.pass(100)
  assert.deepEqual(counts(), [3], 'what the service says, until the page has read them')
  session.suggestions.setAll(['a', 'b'].map(suggestionOf))
  await desk.clock.pass(1_000)
  assert.deepEqual(counts(), [2])
  session.suggestions.setAll([])
  await desk.clock.pass(1_000)
  assert.deepEqual([checks.current.complete, counts()], [true, []])
  stop()
})
