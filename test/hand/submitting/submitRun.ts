import type { Track } from '../../../src/model/document/document.ts'
import type { Edit } from '../../../src/model/document/operations/documentOperation.ts'
import { fromPlainTrack } from '../../../src/model/document/plainTrack.ts'
import type { EditorSession } from '../../../src/web/document/session.ts'
import { SAMPLE_CLASS } from '../../web/desk/desk.ts'
import { Difference } from '../difference.ts'
import { HandPage } from '../handPage.ts'
import type { Run } from '../search.ts'
import { type Place, thingOf } from '../things.ts'
import type { SubmitAct, SubmitActKind } from './submitActs.ts'

const LONG_MS = 120_000
const STATUSES = [413, 429, 500, 502, 503]
const OPENED_MS = 600
const CLASSES = [{ ...SAMPLE_CLASS, geometries: ['rectangle', 'polygon'] as const }]
const COLUMNS = 9
const CELLS = COLUMNS * 4

/** The places of objects, one word each: only their presence matters here. */
type Words = ReadonlySet<string>

/**
 * A person who draws and submits while everything happens that can: the network fails, the service refuses, others save
 * or take the job over, windows are closed and killed. The intended work is submitted as it was at the request, or the
 * page said why not; work that did not reach the service is in a draft, or still on this computer.
 */
export class SubmitRun implements Run {
  jobs = 0
  said = 0
  #page!: HandPage
  #meant: Words = new Set()
  #past: Words[] = []
  #future: Words[] = []
  /** Everything drawn in this job; it must be somewhere. */
  #drawn = new Set<string>()
  /** The work at the moment of the request to submit; null: there was none, or it was withdrawn. */
  #wanted: Words | null = null
  /** The last notice at the request, or at its withdrawal. */
  #saidThen = 0
  /** They chose to submit it when there is a connection. */
  #isConfirmed = false
  /** They withdrew it while it was being sent: it may have arrived. */
  #isRecalled = false
  #openedAtMs = 0
  #submissions = 0

  static async start(): Promise<SubmitRun> {
    const run = new SubmitRun()
    await run.#nextJob()
    return run
  }

  async #nextJob(): Promise<void> {
    this.jobs++
    this.#page = await HandPage.open(1, CLASSES)
    this.#openedAtMs = this.#clock.nowMs() - OPENED_MS
    this.#meant = new Set()
    this.#drawn = new Set()
    this.#wanted = null
    this.#isConfirmed = false
    this.#isRecalled = false
    this.#submissions = 0
    this.#forget()
  }

  #forget(): void {
    this.#past = []
    this.#future = []
  }

  close(): void {
    this.#page.close()
  }

  get #session(): EditorSession {
    return this.#page.session
  }

  get #clock() {
    return this.#page.desk.clock
  }

  get #service() {
    return this.#page.submit.service
  }

  get #submission() {
    return this.#page.submit.submission
  }

  get #lastNotice(): number {
    return this.#session.notices.notices[0]?.number ?? 0
  }

  async perform({ kind, r }: SubmitAct): Promise<void> {
    await this.#do(kind, r)
    await this.#clock.pass(0)
    await this.#audit(kind)
  }

  async #do(kind: SubmitActKind, r: readonly number[]): Promise<void> {
    const { server } = this.#service
    switch (kind) {
      case 'draw':
        return this.#edit((words) => this.#drawBox(words, r[0]))
      case 'remove':
        return this.#edit((words) => this.#remove(words, r[0]))
      case 'undo':
        return this.#takeBack('Ctrl+Z', this.#past, this.#future)
      case 'redo':
        return this.#takeBack('Ctrl+Y', this.#future, this.#past)
      case 'startPolygon':
        return this.#startPolygon()
      case 'press':
        return this.#press(1)
      case 'pressTwice':
        return this.#press(2)
      case 'holdKey':
        for (let i = 0; i < 4; i++) this.#page.press(true)
        return
      case 'confirm':
        return this.#confirm()
      case 'cancel':
        return this.#cancel()
      case 'submitOffline':
        server.isOnline = false
        this.#press(1)
        await this.#clock.pass(2_000)
        return this.#confirm()
      case 'submitAndCancel':
        this.#service.latencyMs = 1_000
        this.#press(1)
        await this.#clock.pass(Math.floor(r[0] * 4_000))
        this.#service.latencyMs = Math.floor(r[1] * 2_000)
        return this.#cancel()
      case 'wait':
        await this.#clock.pass(Math.floor(r[0] * 4_000))
        return
      case 'settle':
        return this.#settle()
      case 'goOffline':
        server.isOnline = false
        return
      case 'goOnline':
        server.isOnline = true
        void this.#submission.connectionBack()
        return
      case 'othersSave':
        server.changeElsewhere({ ...server.document, jobAttributes: new Map([['by', `other ${server.version}`]]) })
        return
      case 'loseLease':
        server.lease = 'lost'
        return
      case 'takeOver':
      case 'stealWindow':
        return this.#otherWindow(kind === 'stealWindow')
      case 'reload':
      case 'kill':
        return this.#reload(kind === 'reload')
      case 'killAndPress':
        await this.#reload(false, false)
        this.#press(1)
        return
      default:
        this.#trouble(kind, r)
    }
  }

  #trouble(kind: SubmitActKind, r: readonly number[]): void {
    const service = this.#service
    switch (kind) {
      case 'slow':
        service.latencyMs = Math.floor(r[0] * 3_000)
        return
      case 'fast':
        service.latencyMs = 0
        return
      case 'loseSave':
        service.server.loseAnswer = true
        return
      case 'loseSubmission':
        service.losesSubmission = true
        return
      case 'fault': {
        const status = STATUSES[Math.floor(r[0] * STATUSES.length)]
        // Work that is too large for the service stays too large: when saved it becomes a draft, see 413 of submitting.
        const on = r[1] < 0.5 && status !== 413 ? 'operations' : 'submit'
        service.faults = [{ on, status }]
        return
      }
      case 'healthy':
        service.faults = []
        return
      case 'signOut':
        service.isSignedIn = false
        return
      case 'signIn':
        service.isSignedIn = true
        return
      default:
    }
  }

  #edit(edit: (words: Words) => { wanted: Words; act: () => void } | null): void {
    const edited = edit(this.#meant)
    const before = this.#meant
    if (!edited || !this.#changes(edited.wanted, edited.act)) return
    this.#past.push(before)
    this.#future = []
  }

  /** The act has its effect, or the page says why not; false: it had none. */
  #changes(wanted: Words, act: () => void): boolean {
    const before = this.#lastNotice
    const { readOnly } = this.#session
    const { step } = this.#submission.state
    const wasWaiting = step === 'offline'
    act()
    const actual = wordsOf(this.#session)
    if (isSame(actual, wanted)) {
      for (const word of this.#meant) if (!wanted.has(word)) this.#drawn.delete(word)
      for (const word of wanted) this.#drawn.add(word)
      this.#meant = wanted
      // The work that waited for a connection has changed since.
      if (wasWaiting) this.#takeBackChoice()
      return true
    }
    if (!isSame(actual, this.#meant)) throw new Difference('an edit did something else')
    if (!readOnly && this.#lastNotice === before) throw new Difference('an edit was not done, and nothing was said')
    if (!readOnly && (step === 'ready' || wasWaiting))
      throw new Difference('the job is locked, and is not being submitted')
    this.said++
    return false
  }

  #drawBox(words: Words, r: number) {
    const cell = Math.floor(r * CELLS)
    const [x, y] = [40 + (cell % COLUMNS) * 100, 40 + Math.floor(cell / COLUMNS) * 100]
    if (words.has(`${x},${y}`) || this.#past.length > 60) return null
    const act = () => {
      this.#page.key('Esc', 'Esc', 'R')
      this.#page.drag([
        [x, y],
        [x + 30, y + 30],
      ])
    }
    return { wanted: new Set([...words, `${x},${y}`]), act }
  }

  #remove(words: Words, r: number) {
    const word = [...words][Math.floor(r * words.size)]
    const track = [...this.#session.document.tracks.values()].find((one) => placeOf(one) === word)
    if (word === undefined || !track) return null
    const act = () => {
      this.#page.key('Esc', 'Esc', 'V')
      this.#session.select([track.id])
      this.#page.key('Delete')
    }
    return { wanted: new Set([...words].filter((one) => one !== word)), act }
  }

  #takeBack(key: string, from: Words[], to: Words[]): void {
    const target = from.at(-1)
    // A shape in work is undone point by point first.
    if (!target || this.#session.inWork.canUndo || this.#session.inWork.canRedo) return
    const meant = this.#meant
    const isDone = this.#changes(target, () => this.#page.key(key))
    if (!isDone) return
    from.pop()
    to.push(meant)
  }

  /** A shape in work is never lost or submitted by itself. */
  #startPolygon(): void {
    const page = this.#page
    if (this.#session.inWork.all.length > 0) return
    page.key('Esc', 'Esc', 'P')
    for (const place of [
      [905, 405],
      [935, 405],
    ] as Place[])
      page.click(place)
  }

  #press(times: number): void {
    const isYoung = this.#clock.nowMs() - this.#openedAtMs < OPENED_MS
    const { step } = this.#submission.state
    const { readOnly } = this.#session
    const before = this.#lastNotice
    for (let i = 0; i < times; i++) this.#page.press()
    if (step !== 'ready' || readOnly) return
    if (isYoung) {
      if (this.#submission.state.step !== 'ready') throw new Difference('a job that was just opened is submitted')
      if (this.#lastNotice === before) throw new Difference('a press right after opening does nothing, without a word')
      return
    }
    this.#wanted = this.#meant
    this.#isConfirmed = false
    this.#isRecalled = false
    this.#saidThen = before
  }

  #confirm(): void {
    if (this.#submission.state.step === 'asking') {
      this.#wanted = this.#meant
      this.#isConfirmed = true
    }
    this.#submission.confirm()
  }

  #cancel(): void {
    const { step } = this.#submission.state
    if (step === 'ready' || step === 'submitted') return
    // A submission that was being sent may have arrived.
    this.#isRecalled = true
    this.#saidThen = this.#lastNotice
    this.#submission.cancel()
    this.#wanted = null
  }

  #takeBackChoice(): void {
    if (this.#submission.state.step !== 'submitted') this.#wanted = null
  }

  /** Ends all troubles, and gives everything in progress its time. */
  async #settle(): Promise<void> {
    const service = this.#service
    service.server.isOnline = true
    service.faults = []
    service.latencyMs = 0
    service.isSignedIn = true
    await this.#clock.pass(LONG_MS)
    const { step } = this.#submission.state
    if (step === 'committing' || step === 'checking' || step === 'sending')
      throw new Difference(`the button says ${step} for ever`)
    if (this.#wanted && step === 'ready' && this.#lastNotice === this.#saidThen && !this.#isToldOfLoss())
      throw new Difference('it was to be submitted, is not, and nothing was said')
    if (
      this.#isRecalled &&
      step === 'ready' &&
      this.#service.turn !== 'annotate' &&
      this.#lastNotice === this.#saidThen
    )
      throw new Difference('it was submitted although it was cancelled, and nothing was said')
    await this.#isKept()
  }

  #isToldOfLoss(): boolean {
    return ['conflict', 'lease_lost', 'differs'].includes(this.#session.saveState.kind)
  }

  /** Another window of this person continues: with everything that this one had not sent. */
  async #otherWindow(isUrgent: boolean): Promise<void> {
    const service = this.#service
    await this.#clock.pass(0)
    await Promise.race([this.#session.handOver(isUrgent), this.#clock.pass(5_000)])
    await this.#open(service.server.lease === 'lost' ? 'read' : 'annotate')
  }

  async #reload(isOrderly: boolean, isOldEnough = true): Promise<void> {
    const { desk, session } = this.#page
    await this.#clock.pass(0)
    if (isOrderly) desk.undo?.write(session)
    await this.#open(this.#service.server.lease === 'lost' ? 'read' : 'annotate', isOldEnough)
  }

  /** Opens a page of the job: with everything that the last one had not sent, or with its draft, and a notice. */
  async #open(access: 'annotate' | 'read', isOldEnough = true): Promise<void> {
    const page = this.#page
    const { server, turn } = this.#service
    // The job was submitted before, but the page had not received the answer.
    if (turn !== 'annotate') return this.#finish()
    this.#wanted = null
    this.#isRecalled = false
    page.close()
    // A page that cannot be loaded is loaded again later.
    server.isOnline = true
    this.#service.isSignedIn = true
    this.#service.faults = []
    this.#service.latencyMs = 0
    page.desk.access = access
    await page.load(isOldEnough)
    this.#openedAtMs = this.#clock.nowMs() - (isOldEnough ? OPENED_MS : 0)
    this.#forget()
    const there = wordsOf(page.session)
    if (!isSame(there, this.#meant) && page.session.notice === null && !isSame(there, wordsIn(server.document)))
      throw new Difference('the page has something else than was left, and says nothing')
    this.#meant = there
    await this.#isKept()
  }

  /** Everything that was drawn and not deleted is on the page, at the service, in a draft, or on this computer. */
  async #isKept(): Promise<void> {
    const { server, handedIn } = this.#service
    const kept = await this.#page.desk.store.read('me/j')
    const inDrafts = server.drafts.flatMap(({ operations }) => operations)
    const waiting = kept.commands.flatMap(({ operations }) => operations)
    const places = new Set([
      ...wordsOf(this.#session),
      ...wordsIn(server.document),
      ...handedIn.flatMap(({ document }) => [...wordsIn(document)]),
      ...[...inDrafts, ...waiting].flatMap(wordsOfEdit),
    ])
    for (const word of this.#drawn) if (!places.has(word)) throw new Difference(`the box at ${word} is nowhere`)
  }

  /** Conditions that must hold after every act. */
  async #audit(kind: SubmitActKind): Promise<void> {
    const { handedIn } = this.#service
    const now = wordsOf(this.#session)
    if (!isSame(now, this.#meant)) throw new Difference(`${kind} changed the document`)
    if (this.#submission.state.step === 'offline' && !this.#isConfirmed)
      throw new Difference('it waits for a connection, and was not asked to')
    if (handedIn.length < this.#submissions) this.#submissions = handedIn.length
    if (handedIn.length === this.#submissions) return
    if (handedIn.length > this.#submissions + 1) throw new Difference('it was submitted twice')
    this.#submissions = handedIn.length
    if (this.#session.inWork.all.length > 0 && !this.#isConfirmed)
      throw new Difference('a shape that was not finished was left out, without a question')
    const submitted = wordsIn(handedIn[handedIn.length - 1].document)
    const { step } = this.#submission.state
    const isAnswered = step === 'submitted'
    if (!this.#wanted && (!this.#isRecalled || step === 'ready')) throw new Difference(`${kind} submitted the job`)
    if (this.#wanted && !isSame(submitted, this.#wanted))
      throw new Difference('something else was submitted than was there')
    if (isAnswered) await this.#finish()
  }

  async #finish(): Promise<void> {
    await this.#isKept()
    this.#page.close()
    await this.#nextJob()
  }
}

/** The top left corner of a box; '-' if it is not a box. */
function placeOf(track: Track): string {
  const places = thingOf(track).keys[0]?.places
  return places ? `${Math.round(places[0][0])},${Math.round(places[0][1])}` : '-'
}

const wordsIn = ({ tracks }: Pick<EditorSession['document'], 'tracks'>): Words =>
  new Set(Array.from(tracks.values(), placeOf))

const wordsOf = ({ document }: EditorSession): Words => wordsIn(document)

const wordsOfEdit = (edit: Edit): string[] => (edit.type === 'putTrack' ? [placeOf(fromPlainTrack(edit.track))] : [])

const isSame = (a: Words, b: Words): boolean => a.size === b.size && [...a].every((one) => b.has(one))
