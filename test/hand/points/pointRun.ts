import { sameDocument } from '../../web/desk/desk.ts'
import type { Within } from '../../web/desk/labelDesk.ts'
import { classIdOf, STREET_TAG_CLASSES } from '../../web/segmentationPayload.ts'
import { Difference } from '../difference.ts'
import { IntentRun } from '../intentRun.ts'
import { submitByHand } from '../submitting/submitByHand.ts'
import { OFFERS } from './offers.ts'
import type { PointAct, PointActKind } from './pointActs.ts'
import { PointPage } from './pointPage.ts'
import { STROKES } from './strokes.ts'
import { WHOLES } from './wholes.ts'

/** The name of each point: '' without a label, `car#2` for an instance. */
export type Names = readonly string[]

/** An act of the hand at its page: the intended result; null: nothing. */
export type PointDoing = (run: PointRun, r: readonly number[]) => Names | null | Promise<Names | null>

const AROUND: Partial<Record<PointActKind, PointDoing>> = {
  escape(run) {
    run.page.key('Esc')
    return null
  },
  offline(run) {
    run.page.browser.server.isOnline = false
    return null
  },
  async online(run) {
    run.page.browser.server.isOnline = true
    await run.page.browser.clock.pass(40_000)
    return null
  },
  async loseAnswer(run) {
    run.page.browser.server.loseAnswer = true
    await run.page.browser.clock.pass(2_000)
    return null
  },
  async wait(run, [r]) {
    await run.page.browser.clock.pass(Math.floor(r * 3_000))
    return null
  },
  reload: (run) => run.reload(true),
  kill: (run) => run.reload(false),
  submit: (run, r) => run.submit(r),
  undo: (run, [r]) => run.undo(r),
  redo: (run, [r]) => run.redo(r),
}

const DOINGS: Partial<Record<PointActKind, PointDoing>> = { ...AROUND, ...STROKES, ...OFFERS, ...WHOLES }
const UNSTEPPED: ReadonlySet<PointActKind> = new Set(['undo', 'redo', 'reload', 'kill', 'submit'])
const MOST_STEPS = 60

export const POINT_CLASSES = ['road', 'building', 'car', 'pedestrian', 'cyclist'] as const
const INSTANCES = new Set<string>(['car', 'pedestrian', 'cyclist'])
export const isOfInstances = (className: string): boolean => INSTANCES.has(className)

/** A person who labels the points of one cloud after another. */
export class PointRun extends IntentRun<Names, PointAct> {
  #page!: PointPage
  #isReview = false
  /** The instance that the next stroke of the same class continues. */
  going: string | null = null

  static async start(): Promise<PointRun> {
    const run = new PointRun()
    await run.#nextJob()
    return run
  }

  async #nextJob(): Promise<void> {
    this.jobs++
    this.#page = await PointPage.open()
    this.#isReview = false
    this.begin(this.now())
  }

  get page(): PointPage {
    return this.#page
  }

  protected get session() {
    return this.#page.session
  }

  get names(): Names {
    return this.meant
  }

  get isFull(): boolean {
    return this.session.stepCount >= MOST_STEPS
  }

  close(): void {
    this.#page.close()
  }

  protected isUnstepped(kind: PointActKind): boolean {
    return UNSTEPPED.has(kind)
  }

  /** Sets the names after each step but the last. */
  steps(between: readonly Names[]): void {
    this.between = between
  }

  protected async act({ kind, r }: PointAct): Promise<Names | null> {
    if (!STROKES[kind]) this.going = null
    // The suggestion may have been viewed from nearby.
    this.#page.key('0')
    const wanted = (await DOINGS[kind]?.(this, r)) ?? null
    await this.#page.rest()
    return wanted
  }

  now(): Names {
    return this.#page.desk.names()
  }

  protected difference(meant: Names, actual: Names): string | null {
    const other = meant.flatMap((name, i) => (name === actual[i] ? [] : [i]))
    if (other.length === 0) return null
    const [first] = other
    return `${other.length} points, ${first} first: meant ${meant[first] || 'no label'}, delivered ${actual[first] || 'no label'}`
  }

  protected override checkNumbers(): void {}

  undo(r: number): Names {
    return this.takeBack(r, () => this.#page.key('Ctrl+Z'), this.past, this.future)
  }

  redo(r: number): Names {
    return this.takeBack(r, () => this.#page.key('Ctrl+Y'), this.future, this.past)
  }

  /** The earlier names were restored: redo brings these back, and nothing else. */
  takenBack(names: Names): void {
    if (this.difference(names, this.now()) !== null) throw new Difference('redo brings something else back')
    this.future = [names]
  }

  async reload(isOrderly: boolean): Promise<null> {
    const { browser, session } = this.#page
    await browser.clock.pass(0)
    if (isOrderly) browser.undo.write(session)
    this.#page.close()
    browser.server.isOnline = true
    await this.#page.load()
    this.past = isOrderly ? this.past.slice(Math.max(0, this.past.length - this.session.stepCount)) : []
    this.future = []
    return null
  }

  async submit(r: readonly number[]): Promise<null> {
    const { browser, session } = this.#page
    const { document, labels } = await submitByHand(this.#page, { EMPTY_JOB: session.document.legend.length === 0 }, r)
    if (!sameDocument(document, session.document)) throw new Difference('something else was submitted than was meant')
    const isSame = session.labels?.every((label, i) => label === labels?.[i])
    if (!isSame) throw new Difference('the service has other labels')
    this.#page.close()
    if (this.#isReview) {
      await this.#nextJob()
      return null
    }
    this.#isReview = true
    browser.access = 'review'
    await this.#page.load()
    this.past = []
    this.future = []
    return null
  }

  /** Chooses a class by its key. Answers whether it is another one: then the next stroke begins a new instance. */
  take(className: string): boolean {
    const { desk } = this.#page
    const index = STREET_TAG_CLASSES.findIndex(({ name }) => name === className)
    const before = this.session.currentClassId
    desk.press('Esc', 'Esc', 'Esc', index < 9 ? String(index + 1) : `Shift+${index - 8}`)
    if (this.session.currentClassId !== classIdOf(className)) throw new Difference(`no key chooses ${className}`)
    const isOther = before !== classIdOf(className)
    if (isOther) this.going = null
    return isOther
  }

  /** Exactly these points have the name now; those on the border may have it. */
  labelled(name: string | null, { sure, open }: Within, isTaken: (index: number) => boolean = () => true): Names {
    const now = this.now()
    const [first] = [...sure].filter(isTaken)
    const given = name ?? (first === undefined ? '' : now[first])
    return this.meant.map((was, i) => {
      if (sure.has(i) && isTaken(i)) return given
      return open.has(i) && isTaken(i) && now[i] === given ? given : was
    })
  }

  /** An unused name. */
  newName(className: string, { sure }: Within): string {
    const now = this.now()
    const [first] = sure
    const name = now[first] ?? ''
    if (!isOfInstances(className)) return className
    if (!name.startsWith(`${className}#`)) throw new Difference(`it is ${name || 'without a label'}, not ${className}`)
    if (this.meant.includes(name)) throw new Difference(`${name} was there before`)
    return name
  }

  assert(isTrue: boolean, what: string): void {
    if (!isTrue) throw new Difference(what)
  }

  get lastSaid(): number {
    return this.lastNotice
  }

  /** The existing instances, with their points. */
  instances(): Map<string, number[]> {
    const all = new Map<string, number[]>()
    for (const [i, name] of this.meant.entries()) if (name.includes('#')) all.set(name, [...(all.get(name) ?? []), i])
    return all
  }

  choose(...names: string[]): void {
    const { editor, work } = this.#page.desk
    work.actions.choose(editor.legend.filter((entry) => names.includes(editor.nameOf(entry))).map(({ id }) => id))
  }
}
