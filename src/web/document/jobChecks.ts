import { readFinding } from '../../formats/workbench/checks.ts'
import type { JobContent } from '../../formats/workbench/job.ts'
import type { Finding } from '../../model/checks/finding.ts'
import { ranked } from '../../model/checks/severity.ts'
import { checkSuggestions } from '../../model/checks/wholeJob.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import type { Tag } from '../../model/tag.ts'
import type { Clock } from './clock.ts'
import type { DocumentServer } from './documentServer.ts'
import { type Observable, Signal } from './observable.ts'

/** The service's findings in a version of the job. */
export interface ServiceChecks {
  version: number
  complete: boolean
  findings: readonly Finding[]
  lookedAtFrames: number
}

/** Asks the service to check a saved version. @throws if there is no answer */
export type AskChecks = (version: number, signal: AbortSignal) => Promise<ServiceChecks>

/** The findings in the job as the page has it. */
export interface CheckedJob {
  /** Whether everything in the current document was checked. Until then the job must not count as free of problems. */
  complete: boolean
  findings: readonly Finding[]
  /** The number of frames that the service has checked so far. */
  lookedAtFrames: number
}

/** An EditorSession is one. */
interface CheckedSession extends Observable {
  readonly document: AnnotatedDocument
  readonly labelsVersion: number
  readonly version: number
  readonly pendingCount: number
  readonly saveState: { kind: string }
  readonly suggestions: { readonly undecidedCount: number | null }
  readonly job: { readonly tag: Pick<Tag, 'checks' | 'hold'> }
  readonly pageChecks: { readonly evidenceVersion: number; findings(): readonly Finding[] }
  flush(): Promise<void>
}

const QUIET_MS = 700
const ASK_AGAIN_MS = 400
const AFTER_FAULT_MS = 5_000

/**
 * The checks of the open job: what the service found in the version that is saved, and of objects that were changed
 * since what the page finds itself. The service looks at all points of all frames, the page at those that are loaded.
 */
export class JobChecks implements Observable {
  readonly #session: CheckedSession
  /** null: a job opened by a public link has no checks of the service. */
  readonly #ask: AskChecks | null
  readonly #clock: Clock
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  #answer: (ServiceChecks & { document: AnnotatedDocument; labelsVersion: number }) | null = null
  #current: CheckedJob | null = null
  #undecided: { count: number; findings: readonly Finding[] } | null = null

  constructor(session: CheckedSession, ask: AskChecks | null, clock: Clock) {
    this.#session = session
    this.#ask = ask
    this.#clock = clock
  }

  /** Whether the service is asked: what the page finds alone is never complete. */
  get isAsked(): boolean {
    return this.#ask !== null
  }

  /** As of the last time that it was worked out: a moment after the last change, while it is watched. */
  get current(): CheckedJob {
    this.#current ??= this.#merged()
    return this.#current
  }

  /**
   * The findings in the current job: it is saved first, and the service is awaited for `timeoutMs` at most. After that
   * the result has the known findings, and is incomplete.
   */
  async ready({ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }): Promise<CheckedJob> {
    const stop = new AbortController()
    const cancel = this.#clock.after(timeoutMs, () => stop.abort())
    const ended = signal ? AbortSignal.any([stop.signal, signal]) : stop.signal
    try {
      await untilAborted(this.#session.flush(), ended)
      while (!ended.aborted && !this.#merged().complete) {
        const isAnswered = await this.#askOnce(ended)
        if (!isAnswered) break
        if (!this.#merged().complete) await this.#wait(ASK_AGAIN_MS, ended)
      }
    } finally {
      cancel()
    }
    signal?.throwIfAborted()
    return this.#settle()
  }

  /** Keeps `current` up to date until the answer is called. */
  watch(): () => void {
    const stop = new AbortController()
    let cancel: (() => void) | null = null
    const schedule = (delayMs: number) => {
      cancel?.()
      cancel = this.#clock.after(delayMs, () => void update())
    }
    const update = async () => {
      const { complete } = this.#settle()
      if (complete || !this.#ask || !this.#isSaved()) return
      const isAnswered = await this.#askOnce(stop.signal)
      if (stop.signal.aborted) return
      const now = this.#settle()
      if (!now.complete) schedule(isAnswered ? ASK_AGAIN_MS : AFTER_FAULT_MS)
    }
    let seen = this.#state()
    const leave = this.#session.subscribe(() => {
      const state = this.#state()
      const isSame = state.every((part, i) => part === seen[i])
      seen = state
      if (!isSame) schedule(QUIET_MS)
    })
    schedule(0)
    return () => {
      stop.abort()
      cancel?.()
      leave()
    }
  }

  /** The state that determines whether to ask or look again. */
  #state(): readonly unknown[] {
    const { document, labelsVersion, version, saveState, pageChecks, suggestions } = this.#session
    const { undecidedCount } = suggestions
    return [document, labelsVersion, version, saveState.kind, pageChecks.evidenceVersion, undecidedCount]
  }

  #isSaved(): boolean {
    const { saveState, pendingCount } = this.#session
    return saveState.kind === 'saved' && pendingCount === 0
  }

  /** Whether the service answered. */
  async #askOnce(signal: AbortSignal): Promise<boolean> {
    if (!this.#ask || !this.#isSaved()) return false
    const { document, labelsVersion, version } = this.#session
    try {
      const answer = await this.#ask(version, signal)
      if (answer.version === version) this.#answer = { ...answer, document, labelsVersion }
      return true
    } catch {
      return false
    }
  }

  #settle(): CheckedJob {
    const last = this.#current
    const next = this.#merged()
    this.#current = next
    const isSame =
      last?.complete === next.complete &&
      last.lookedAtFrames === next.lookedAtFrames &&
      last.findings.length === next.findings.length &&
      last.findings.every((finding, i) => finding === next.findings[i])
    if (!isSame) this.#changes.emit()
    return next
  }

  #merged(): CheckedJob {
    const { document, labelsVersion } = this.#session
    const answer = this.#answer && this.#withOwnSuggestions(this.#answer)
    if (!answer) return { complete: false, findings: this.#session.pageChecks.findings(), lookedAtFrames: 0 }
    const { complete, findings, lookedAtFrames } = answer
    if (answer.document === document && answer.labelsVersion === labelsVersion && complete && this.#isSaved()) {
      return { complete, findings, lookedAtFrames }
    }
    return { complete: false, findings: this.#together(answer), lookedAtFrames }
  }

  /** Suggestions are decided without a new version of the work, so the service's answer does not know of it. */
  #withOwnSuggestions<Answer extends ServiceChecks>(answer: Answer): Answer {
    const { suggestions, job } = this.#session
    const count = suggestions.undecidedCount
    if (count === null) return answer
    if (this.#undecided?.count !== count)
      this.#undecided = { count, findings: ranked(checkSuggestions(count), job.tag) }
    const others = answer.findings.filter(({ code }) => code !== 'UNDECIDED_SUGGESTIONS')
    return { ...answer, findings: [...others, ...this.#undecided.findings] }
  }

  /** For objects that have not changed since the service's check its findings, for all others those of the page. */
  #together(answer: { findings: readonly Finding[]; document: AnnotatedDocument; complete: boolean }): Finding[] {
    const { tracks } = this.#session.document
    const isSeen = (id: string | undefined) => id === undefined || tracks.get(id) === answer.document.tracks.get(id)
    const isOfService = ({ code, where }: Finding) =>
      where.trackId === undefined
        ? code === 'UNDECIDED_SUGGESTIONS'
        : isSeen(where.trackId) && isSeen(where.otherTrackId)
    const known = answer.findings.filter((finding) => isOfService(finding))
    const keys = new Set(known.map(keyOf))
    const own = this.#session.pageChecks
      .findings()
      .filter((finding) => (answer.complete ? !isOfService(finding) : !keys.has(keyOf(finding))))
    const rank = { error: 0, warning: 1, note: 2 }
    return [...known, ...own].sort((a, b) => rank[a.severity] - rank[b.severity])
  }

  #wait(delayMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#clock.after(delayMs, resolve)
    return untilAborted(promise, signal).finally(cancel)
  }
}

const keyOf = ({ code, where }: Finding): string => JSON.stringify([code, where.trackId, where.otherTrackId])

/** Resolves when the promise does, or when it is not waited for any longer. */
function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return Promise.race([promise, aborted])
}

/** Indexes of frames by their ids. */
export const framesOf = ({ content }: { content: Pick<JobContent, 'frames'> }): ReadonlyMap<string, number> =>
  new Map(content.frames.map(({ frameId }, frame) => [frameId, frame]))

/** How to ask the service about a job with these frames; null if it cannot be asked. */
export function askOf(server: DocumentServer, content: Pick<JobContent, 'frames'>): AskChecks | null {
  if (!server.checks) return null
  const frameOf = framesOf({ content })
  return async (asked, signal) => {
    const answer = await server.checks?.(asked, signal)
    if (!answer) throw new Error('the service has no checks')
    const { version, complete, findings, looked_at } = answer
    const read = findings.map((finding) => readFinding(finding, frameOf))
    return { version, complete, findings: read, lookedAtFrames: looked_at.frames }
  }
}
