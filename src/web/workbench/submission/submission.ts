import type { StageReachedAnswer } from '../../../contract/work.ts'
import type { Clock } from '../../document/clock.ts'
import type { CheckedJob } from '../../document/jobChecks.ts'
import { Signal, watch } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import { msg } from '../../messages/message.ts'
import { haveGrown, type SubmitReason, submitReasons } from './submitReasons.ts'

/** The state that the button shows. */
export type SubmitStep = 'ready' | 'committing' | 'checking' | 'asking' | 'sending' | 'offline' | 'submitted'

export interface SubmitState {
  step: SubmitStep
  reasons: readonly SubmitReason[]
  /** The connection is lost: the person can choose to submit when it is back. */
  isOffline: boolean
  /** Why the service refused; null: it did not. */
  error: Error | null
}

/** The outcome of sending if the job was not submitted. */
export type SendOutcome =
  | { kind: 'submitted'; reached: StageReachedAnswer }
  | { kind: 'refused'; error: Error; findings: SubmitReason['findings'] }
  | { kind: 'unreachable' }

export interface SubmissionParts {
  session: EditorSession
  clock: Clock
  checks: {
    ready(wait: { timeoutMs: number; signal: AbortSignal }): Promise<Pick<CheckedJob, 'findings' | 'complete'>>
  }
  /** Commits typed text that is not in the document yet. */
  commitFields(): void
  countOpenIssues(): number
  /** false: the computer knows that it has no network. */
  isOnline(): boolean
  /** Whether the service answers now. */
  reaches(): Promise<boolean>
  /** Never throws unless `signal` was aborted. */
  send(version: number, signal: AbortSignal): Promise<SendOutcome>
  /** Withdraws what may have arrived although it was cancelled; null: it is not known whether it had. */
  withdraw(): Promise<'withdrawn' | StageReachedAnswer | null>
  onSubmitted(reached: StageReachedAnswer): void
}

/** A second press, or a button that turned into this one under the pointer, does not submit. */
const GUARD_MS = 600
const CHECKS_MS = 10_000
const RETRY_MS = 3_000

const READY: SubmitState = { step: 'ready', reasons: [], isOffline: false, error: null }

/**
 * Submits or accepts the open job, step by step: ready, committing, checking, asking, sending, submitted. The key, the
 * button and the dialog share one instance. The document is locked while it is being sent.
 */
export class JobSubmission {
  readonly #parts: SubmissionParts
  readonly #openedMs: number
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  #state = READY
  #abort = new AbortController()
  /** The reasons that the person saw and accepted. */
  #accepted: readonly SubmitReason[] | null = null
  #stopWaiting: () => void = () => {}
  /** The connection broke off while it was sent: no one knows yet whether it was taken. */
  #mayHaveArrived = false

  constructor(parts: SubmissionParts) {
    this.#parts = parts
    this.#openedMs = parts.clock.nowMs()
  }

  get state(): SubmitState {
    return this.#state
  }

  /** The key or the button. A key that is held down never submits. */
  press({ isRepeat = false } = {}): void {
    if (isRepeat || this.#state.step !== 'ready') return
    const { session, clock } = this.#parts
    if (clock.nowMs() - this.#openedMs < GUARD_MS || !session.firstFrame.isDrawn) {
      session.notices.refuse(msg('submit.justOpened'))
      return
    }
    this.#accepted = null
    void this.#run()
  }

  /** The dialog: submits in spite of the reasons, now or when there is a connection. */
  confirm(): void {
    const { step, reasons, isOffline } = this.#state
    if (step !== 'asking' || reasons.some(({ isError }) => isError)) return
    this.#accepted = reasons
    if (isOffline) this.#waitForConnection()
    else void this.#run()
  }

  /** Keep editing, Escape, or Cancel while it is sent or waits for a connection. */
  cancel(): void {
    const { step } = this.#state
    if (step === 'ready' || step === 'submitted') return
    this.#abort.abort()
    this.#stopWaiting()
    if (step === 'sending' || this.#mayHaveArrived) void this.#withdraw()
    else this.#become(READY)
  }

  /** The page of the job closes: nothing is sent after that. */
  dispose(): void {
    this.#abort.abort()
    this.#stopWaiting()
    this.#state = READY
    this.#parts.session.lock.open()
  }

  async #run(): Promise<void> {
    const { session, isOnline } = this.#parts
    const abort = new AbortController()
    this.#abort = abort
    this.#parts.commitFields()
    session.lock.close(msg('submit.locked'))
    this.#become({ ...READY, step: 'committing' })
    await session.flush()
    if (abort.signal.aborted) return
    const { kind } = session.saveState
    // A conflict or a lost lease has another dialog.
    if (kind === 'conflict' || kind === 'lease_lost') return this.#become(READY)
    if (kind !== 'saved' || !isOnline()) return this.#askOffline()
    const reasons = await this.#check(abort.signal)
    if (reasons === null) return
    const mayBeSent = this.#accepted ? !haveGrown(this.#accepted, reasons) : reasons.length === 0
    if (mayBeSent) await this.#send(abort.signal)
    else this.#become({ ...READY, step: 'asking', reasons })
  }

  /** null: it was cancelled meanwhile. */
  async #check(signal: AbortSignal): Promise<SubmitReason[] | null> {
    const { session, checks, clock, countOpenIssues } = this.#parts
    this.#become({ ...READY, step: 'checking' })
    const unfinished = () => ({ findings: session.pageChecks.findings(), complete: false })
    const inTime = new Promise<null>((resolve) => {
      const stop = clock.after(CHECKS_MS, () => resolve(null))
      signal.addEventListener('abort', () => {
        stop()
        resolve(null)
      })
    })
    const wait = checks.ready({ timeoutMs: CHECKS_MS, signal }).catch(unfinished)
    const checked = (await Promise.race([wait, inTime])) ?? unfinished()
    return signal.aborted ? null : submitReasons(session, checked, countOpenIssues())
  }

  async #send(signal: AbortSignal): Promise<void> {
    const { session, send, onSubmitted } = this.#parts
    this.#become({ ...READY, step: 'sending' })
    const outcome = await send(session.version, signal).catch((error: Error): SendOutcome | null =>
      signal.aborted ? null : { kind: 'refused', error, findings: [] },
    )
    if (signal.aborted || outcome === null) return
    if (outcome.kind === 'unreachable') this.#mayHaveArrived = true
    if (outcome.kind === 'submitted') {
      this.#become({ ...READY, step: 'submitted' })
      onSubmitted(outcome.reached)
    } else if (outcome.kind === 'unreachable') this.#askOffline()
    else this.#refused(outcome.error, outcome.findings)
  }

  #refused(error: Error, findings: SubmitReason['findings']): void {
    const { session, countOpenIssues } = this.#parts
    const reasons = submitReasons(session, { findings, complete: true }, countOpenIssues())
    this.#become({ ...READY, step: 'asking', reasons, error: findings.length > 0 ? null : error })
  }

  #askOffline(): void {
    const { session, countOpenIssues } = this.#parts
    const checked = { findings: session.pageChecks.findings(), complete: true }
    const reasons = submitReasons(session, checked, countOpenIssues())
    this.#become({ ...READY, step: 'asking', reasons, isOffline: true })
  }

  /** An edit withdraws the choice: the person has not seen what would be sent. */
  #waitForConnection(): void {
    const { session, clock } = this.#parts
    const leaveSession = watch(
      session,
      ({ document, labelsVersion }) => [document, labelsVersion],
      () => {
        this.cancel()
        session.notices.refuse(msg('submit.withdrawn'))
      },
    )
    let stopTimer = () => {}
    this.#stopWaiting = () => {
      leaveSession()
      stopTimer()
      this.#stopWaiting = () => {}
    }
    const look = () => {
      stopTimer = clock.after(RETRY_MS, look)
      void this.connectionBack()
    }
    stopTimer = clock.after(RETRY_MS, look)
    this.#become({ ...READY, step: 'offline', reasons: this.#state.reasons, isOffline: true })
  }

  /** There may be a connection again. */
  async connectionBack(): Promise<void> {
    const { isOnline, reaches } = this.#parts
    if (this.#state.step !== 'offline' || !isOnline() || !(await reaches())) return
    if (this.#state.step !== 'offline') return
    this.#stopWaiting()
    await this.#run()
  }

  /** The service may have accepted the request in progress: the document stays locked until that is certain. */
  async #withdraw(): Promise<void> {
    const { session, withdraw, onSubmitted } = this.#parts
    if (this.#state.step !== 'sending') this.#become({ ...READY, step: 'sending' })
    session.lock.close(msg('submit.locked'))
    const outcome = await withdraw().catch(() => null)
    this.#mayHaveArrived = outcome === null
    if (outcome === null) session.notices.refuse(msg('submit.fateUnknown'), 'error')
    if (outcome === null || outcome === 'withdrawn') return this.#become(READY)
    session.notices.refuse(msg('submit.tooLate'), 'error')
    this.#become({ ...READY, step: 'submitted' })
    onSubmitted(outcome)
  }

  #become(state: SubmitState): void {
    const isUnderWay = state.step === 'committing' || state.step === 'checking' || state.step === 'sending'
    if (!isUnderWay && state.step !== 'submitted') this.#parts.session.lock.open()
    this.#state = state
    this.#changes.emit()
  }
}
