import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Desk, settle } from '../../../../test/web/desk/desk.ts'
import { putBox } from '../../../../test/web/desk/operations.ts'
import type { StageReachedAnswer } from '../../../contract/work.ts'
import type { Finding } from '../../../model/checks/finding.ts'
import { msg } from '../../messages/message.ts'
import { JobSubmission, type SendOutcome, type SubmissionParts } from './submission.ts'

const DONE: StageReachedAnswer = { stage: 'completed', undoUntil: null }
const WARNING: Finding = { severity: 'warning', code: 'OVERLAP', where: { trackId: 'a' }, message: '' }
const MISSING: Finding = { ...WARNING, severity: 'error', code: 'MISSING_ATTRIBUTE' }
const seeing = (...findings: Finding[]): SubmissionParts['checks'] => ({
  ready: async () => ({ findings, complete: true }),
})

/** An open job with one box, its first frame drawn, and a service that answers when the test says so. */
class Counter {
  readonly desk = new Desk('video2d', 1)
  isOnline = true
  openIssues = 0
  answer: SendOutcome | Promise<SendOutcome> = { kind: 'submitted', reached: DONE }
  withdrawal: 'withdrawn' | StageReachedAnswer | null = 'withdrawn'
  readonly sent: number[] = []
  submitted = 0
  readonly steps: string[] = []

  async open({ checks = seeing(), isEmpty = false, isDrawn = true } = {}) {
    const session = await this.desk.open()
    if (!isEmpty) session.execute('edit.move', [putBox('a', 0)])
    if (isDrawn) session.firstFrame.drawn()
    const submission = new JobSubmission({
      session,
      checks,
      clock: this.desk.clock,
      commitFields: () => {},
      countOpenIssues: () => this.openIssues,
      isOnline: () => this.isOnline,
      reaches: async () => this.desk.server.isOnline,
      send: async (version) => {
        this.sent.push(version)
        return this.answer
      },
      withdraw: async () => this.withdrawal,
      onSubmitted: () => this.submitted++,
    })
    submission.subscribe(() => this.steps.push(submission.state.step))
    await this.desk.clock.pass(700)
    return { session, submission, codes: () => submission.state.reasons.map(({ code, count }) => `${code} ${count}`) }
  }

  goOffline(isOnline = false) {
    this.isOnline = isOnline
    this.desk.server.isOnline = isOnline
  }
}

describe('submitting a job', () => {
  it('saves, checks and sends without a question where there is no reason for one', async () => {
    const counter = new Counter()
    const { session, submission } = await counter.open()
    submission.press()
    await settle()
    assert.deepEqual(counter.steps, ['committing', 'checking', 'sending', 'submitted'])
    assert.deepEqual([counter.sent, counter.submitted], [[session.version], 1])
    assert.equal(counter.desk.server.document.tracks.has('a'), true)
  })

  it('a second press and a key that is held do not submit again', async () => {
    const counter = new Counter()
    const { submission } = await counter.open()
    submission.press({ isRepeat: true })
    assert.equal(submission.state.step, 'ready')
    submission.press()
    submission.press()
    await settle()
    submission.press()
    await settle()
    assert.equal(counter.sent.length, 1)
  })

  it('a job that opened less than 600 ms ago, or whose first frame is not drawn, is not submitted, with a notice', async () => {
    const counter = new Counter()
    const session = await counter.desk.open()
    session.firstFrame.drawn()
    const { submission } = await new Counter().open({ isDrawn: false })
    submission.press()
    assert.equal(submission.state.step, 'ready')
    const young = new JobSubmission({
      session,
      checks: seeing(),
      clock: counter.desk.clock,
      commitFields() {},
      countOpenIssues: () => 0,
      isOnline: () => true,
      reaches: async () => true,
      withdraw: async () => null,
      onSubmitted() {},
      send: async () => ({ kind: 'submitted', reached: DONE }),
    })
    await counter.desk.clock.pass(590)
    young.press()
    assert.equal(young.state.step, 'ready')
    assert.deepEqual(session.notices.notices[0].message, msg('submit.justOpened'))
    await counter.desk.clock.pass(10)
    young.press()
    assert.equal(young.state.step, 'committing')
  })

  it('lists every reason to ask, with counts and errors first', async () => {
    const counter = new Counter()
    counter.openIssues = 2
    const { submission, codes } = await counter.open({ checks: seeing(WARNING, WARNING, MISSING), isEmpty: true })
    submission.press()
    await settle()
    assert.equal(submission.state.step, 'asking')
    assert.deepEqual(codes(), ['MISSING_ATTRIBUTE 1', 'EMPTY_JOB 0', 'OPEN_ISSUES 2', 'OVERLAP 2'])
    submission.confirm()
    assert.deepEqual([submission.state.step, counter.sent.length], ['asking', 0], 'errors cannot be passed over')
  })

  it('continues after the question, or returns to editing', async () => {
    const counter = new Counter()
    const { session, submission } = await counter.open({ checks: seeing(WARNING) })
    submission.press()
    await settle()
    submission.cancel()
    assert.equal(submission.state.step, 'ready')
    assert.equal(session.execute('edit.move', [putBox('b', 0)]), true)
    submission.press()
    await settle()
    submission.confirm()
    await settle()
    assert.deepEqual([counter.sent.length, counter.submitted], [1, 1])
  })

  it('locks the document while it is on its way, and says so', async () => {
    const counter = new Counter()
    let answer: (outcome: SendOutcome) => void = () => {}
    counter.answer = new Promise((resolve) => {
      answer = resolve
    })
    const { session, submission } = await counter.open()
    submission.press()
    await settle()
    assert.equal(submission.state.step, 'sending')
    const { document } = session
    assert.equal(session.execute('edit.move', [putBox('late', 0)]), false)
    session.undo()
    assert.equal(session.document, document)
    assert.deepEqual(session.notices.notices[0].message, msg('submit.locked'))
    answer({ kind: 'refused', error: new Error('no'), findings: [] })
    await settle()
    assert.equal(submission.state.error?.message, 'no')
    submission.cancel()
    assert.equal(session.execute('edit.move', [putBox('after', 0)]), true)
  })

  it('can be cancelled until the service answers; what arrived is withdrawn', async () => {
    const counter = new Counter()
    counter.answer = new Promise(() => {})
    const { session, submission } = await counter.open()
    submission.press()
    await settle()
    submission.cancel()
    await settle()
    assert.deepEqual([submission.state.step, counter.submitted], ['ready', 0])
    assert.equal(session.execute('edit.move', [putBox('after', 0)]), true)

    counter.withdrawal = DONE
    submission.press()
    await settle()
    submission.cancel()
    await settle()
    assert.deepEqual([submission.state.step, counter.submitted], ['submitted', 1])
    assert.deepEqual(session.notices.notices[0].message, msg('submit.tooLate'))
  })

  it('waits ten seconds for the checks, then says what was not checked', async () => {
    const counter = new Counter()
    const { submission, codes } = await counter.open({
      checks: {
        ready: () => new Promise(() => {}),
      },
    })
    submission.press()
    await counter.desk.clock.pass(9_900)
    assert.equal(submission.state.step, 'checking')
    await counter.desk.clock.pass(200)
    assert.deepEqual([submission.state.step, codes()], ['asking', ['CHECKS_UNFINISHED 1']])
    submission.cancel()
    submission.press()
    await counter.desk.clock.pass(5_000)
    submission.cancel()
    await counter.desk.clock.pass(10_000)
    assert.equal(submission.state.step, 'ready', 'cancelled while it checked, it asks nothing later')
  })

  it('shows errors that only the service finds', async () => {
    const counter = new Counter()
    counter.answer = { kind: 'refused', error: new Error('1 finding'), findings: [MISSING] }
    const { submission, codes } = await counter.open()
    submission.press()
    await settle()
    assert.deepEqual([codes(), submission.state.error], [['MISSING_ATTRIBUTE 1'], null])
  })
})

describe('submitting without a connection', () => {
  it('asks, and sends when the connection is back, if that was chosen', async () => {
    const counter = new Counter()
    const { submission } = await counter.open()
    counter.goOffline()
    submission.press()
    await settle()
    assert.deepEqual([submission.state.step, submission.state.isOffline], ['asking', true])
    submission.confirm()
    await counter.desk.clock.pass(60_000)
    assert.deepEqual([submission.state.step, counter.sent.length], ['offline', 0])
    counter.goOffline(true)
    await counter.desk.clock.pass(3_000)
    await settle()
    assert.deepEqual([submission.state.step, counter.submitted], ['submitted', 1])
  })

  it("sends nothing later if that was not chosen or was cancelled, or if the job's page was closed", async () => {
    for (const act of ['nothing', 'cancel', 'leave'] as const) {
      const counter = new Counter()
      const { submission } = await counter.open()
      counter.goOffline()
      submission.press()
      await settle()
      if (act !== 'nothing') submission.confirm()
      if (act === 'cancel') submission.cancel()
      if (act === 'leave') submission.dispose()
      counter.goOffline(true)
      await counter.desk.clock.pass(60_000)
      assert.equal(counter.sent.length, 0, act)
    }
  })

  it('sends nothing from a page that is closed while it checks the connection', async () => {
    const counter = new Counter()
    const { submission } = await counter.open()
    counter.goOffline()
    submission.press()
    await settle()
    submission.confirm()
    counter.goOffline(true)
    const looked = submission.connectionBack()
    submission.dispose()
    await looked
    await settle()
    assert.equal(counter.sent.length, 0)
  })

  it('an edit withdraws the choice, and that is said', async () => {
    const counter = new Counter()
    const { session, submission } = await counter.open()
    counter.goOffline()
    submission.press()
    await settle()
    submission.confirm()
    session.execute('edit.move', [putBox('b', 0)])
    assert.equal(submission.state.step, 'ready')
    assert.deepEqual(session.notices.notices[0].message, msg('submit.withdrawn'))
    counter.goOffline(true)
    await counter.desk.clock.pass(60_000)
    assert.equal(counter.sent.length, 0)
  })

  it('asks again where the checks find more when the connection is back', async () => {
    const counter = new Counter()
    const found: Finding[] = []
    const checks: SubmissionParts['checks'] = { ready: async () => ({ findings: found, complete: true }) }
    const { submission, codes } = await counter.open({ checks })
    counter.goOffline()
    submission.press()
    await settle()
    submission.confirm()
    found.push(WARNING)
    counter.goOffline(true)
    await submission.connectionBack()
    assert.deepEqual([submission.state.step, codes(), counter.sent.length], ['asking', ['OVERLAP 1'], 0])
  })

  it('withdraws what may have arrived before the connection broke off, when it is cancelled then', async () => {
    for (const act of ['asking', 'waiting'] as const) {
      const counter = new Counter()
      counter.answer = { kind: 'unreachable' }
      counter.withdrawal = DONE
      const { session, submission } = await counter.open()
      submission.press()
      await settle()
      if (act === 'waiting') submission.confirm()
      submission.cancel()
      assert.equal(session.execute('edit.move', [putBox('b', 0)]), false, 'it is locked until that is certain')
      await settle()
      assert.deepEqual([submission.state.step, counter.submitted], ['submitted', 1], act)
    }
  })

  it('is asked too when the service cannot be reached while sending', async () => {
    const counter = new Counter()
    counter.answer = { kind: 'unreachable' }
    const { submission } = await counter.open()
    submission.press()
    await settle()
    assert.deepEqual([submission.state.step, submission.state.isOffline], ['asking', true])
  })
})
