import type { Vec3 } from '../../../src/geometry/vec3.ts'
import { COMMON_VIEW, type Track } from '../../../src/model/document/document.ts'
import { heldFrames } from '../../../src/model/document/held.ts'
import { sameDocument } from '../../web/desk/desk.ts'
import { Difference } from '../difference.ts'
import { chosen, IntentRun } from '../intentRun.ts'
import { Numbers } from '../numbers.ts'
import { submitByHand } from '../submitting/submitByHand.ts'
import {
  apart,
  type Box,
  deliveredOf,
  differenceOf,
  type Meant,
  shownAt,
  shownOf,
  type Thing,
  thingOf,
} from './boxes.ts'
import type { CuboidAct, CuboidActKind } from './cuboidActs.ts'
import { CuboidPage } from './cuboidPage.ts'
import { EDITING } from './editing.ts'
import { FRAMES, fieldSample, STANDING, type Standing } from './field.ts'
import { MAKING } from './making.ts'
import { OBJECTS } from './objects.ts'
import { TRACKS } from './tracks.ts'

/** An act of the hand at its page: the intended result; null: nothing. */
export type CuboidDoing = (run: CuboidRun, r: readonly number[]) => Meant | null | Promise<Meant | null>

const AROUND: Partial<Record<CuboidActKind, CuboidDoing>> = {
  async frame(run, [r]) {
    const { page } = run
    await page.goTo(Math.min(FRAMES - 1, Math.max(0, run.frame + (r < 0.6 ? 1 : r < 0.9 ? -1 : FRAMES))))
    return null
  },
  escape(run) {
    run.page.key('Esc')
    return null
  },
  fitView(run) {
    run.page.key('0')
    const { orbit } = run.page.desk.editor
    if (Math.hypot(orbit.target.x, orbit.target.y) > 8) throw new Difference('the whole view is not about the points')
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

const DOINGS: Partial<Record<CuboidActKind, CuboidDoing>> = { ...AROUND, ...MAKING, ...EDITING, ...TRACKS, ...OBJECTS }
const UNSTEPPED: ReadonlySet<CuboidActKind> = new Set(['undo', 'redo', 'reload', 'kill', 'submit'])
/** A reload keeps this number of steps that can be undone. */
const MOST_STEPS = 80

/** A person at cuboids, or at cuboids with boxes on a camera. */
export class CuboidRun extends IntentRun<Meant, CuboidAct> {
  readonly operation: 'cuboid3d' | 'cuboid3d_linked2d'
  #page!: CuboidPage
  #isReview = false

  private constructor(operation: CuboidRun['operation']) {
    super()
    this.operation = operation
  }

  static async start(operation: CuboidRun['operation']): Promise<CuboidRun> {
    const run = new CuboidRun(operation)
    await run.#nextJob()
    return run
  }

  async #nextJob(): Promise<void> {
    this.jobs++
    this.#page = await CuboidPage.open(SAMPLES[this.operation])
    this.numbers = new Numbers()
    this.#isReview = false
    this.begin(this.now())
  }

  get page(): CuboidPage {
    return this.#page
  }

  protected get session() {
    return this.#page.session
  }

  get frame(): number {
    return this.#page.session.frame
  }

  /** The intended objects. */
  get things(): Meant {
    return this.meant
  }

  get isFull(): boolean {
    return this.session.stepCount >= MOST_STEPS
  }

  close(): void {
    this.#page.close()
  }

  protected isUnstepped(kind: CuboidActKind): boolean {
    return UNSTEPPED.has(kind)
  }

  protected async act({ kind, r }: CuboidAct): Promise<Meant | null> {
    const wanted = (await DOINGS[kind]?.(this, r)) ?? null
    await this.#page.rest()
    return wanted
  }

  now(): Meant {
    const { document } = this.session
    return new Map(Array.from(document.tracks.values(), (track) => [track.id, this.#read(track)]))
  }

  #read(track: Track): Thing {
    const line = track.views.get(COMMON_VIEW)
    const isHeld = line !== undefined && heldFrames(this.session.document, track).length > 0
    return { ...thingOf(track, FRAMES), ...(line && { line: JSON.stringify(line.keys), isHeld }) }
  }

  protected difference(meant: Meant, actual: Meant): string | null {
    const { document } = this.session
    for (const id of meant.keys()) if (!actual.has(id)) return `${id} is gone`
    for (const [id, thing] of actual) {
      const wanted = meant.get(id)
      if (!wanted) return `${thing.classId} ${id} is there`
      // Read as delivered, not from the keys as this test reads them.
      const delivered = deliveredOf(document, document.tracks.get(id)!)
      const found = differenceOf(shownOf(wanted, FRAMES), delivered) ?? valueDifference(wanted, thing)
      if (found) return `${wanted.classId} ${id}: ${found}`
    }
    return null
  }

  undo(r: number): Meant {
    return this.takeBack(r, () => this.#page.key('Ctrl+Z'), this.past, this.future)
  }

  redo(r: number): Meant {
    return this.takeBack(r, () => this.#page.key('Ctrl+Y'), this.future, this.past)
  }

  async reload(isOrderly: boolean): Promise<null> {
    const { browser, session } = this.#page
    // The undo journal is on the computer now; the service is asked when the job is opened.
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
    const things = [...this.meant.values()]
    const asked = {
      EMPTY_JOB: things.length === 0,
      HELD: things.some((thing) => thing.isHeld || shownOf(thing, FRAMES).some(({ box, held }) => box && held)),
      MISSING_ATTRIBUTE: things.some(({ classId, attributes }) => classId === 'car' && attributes.state === undefined),
    }
    const { document } = await submitByHand(this.#page, asked, r)
    if (!sameDocument(document, session.document)) throw new Difference('something else was submitted than was meant')
    this.#page.close()
    if (this.#isReview) {
      await this.#nextJob()
      return null
    }
    // The reviewer sees the submitted work, with the same numbers.
    this.#isReview = true
    browser.access = 'review'
    await this.#page.load()
    this.past = []
    this.future = []
    return null
  }

  /** Objects with a box in this frame. */
  shown(): { id: string; thing: Thing; box: Box }[] {
    return [...this.meant].flatMap(([id, thing]) => {
      const { box } = shownAt(thing, this.frame)
      return box ? [{ id, thing, box }] : []
    })
  }

  choose(r: number) {
    return chosen(this.shown(), r)
  }

  /** An object of the field that has no box in the frame. */
  bareStanding(r: number): (Standing & { box: Box }) | undefined {
    const shown = this.shown()
    const free = STANDING.map((one) => ({ ...one, box: one.boxes[this.frame] })).filter(
      ({ box }) => !shown.some((other) => apart(other.box, box) < (box.length + other.box.length) / 2),
    )
    return this.isFull ? undefined : chosen(free, r)
  }

  /** The object of the field at this box; null if there is none. */
  truthOf(box: Box, frame = this.frame): Standing | null {
    return STANDING.find(({ boxes }) => apart(boxes[frame], box) < 0.5) ?? null
  }

  isAlone(id: string, at: Vec3 | Box, reachM = 3.2): boolean {
    const isFar = ({ x, y }: { x: number; y: number }) => Math.hypot(x - at.x, y - at.y) > reachM
    const points = [...this.meant.values()].flatMap(({ line }) => pointsOf(line))
    return points.every(isFar) && this.shown().every((other) => other.id === id || isFar(other.box))
  }

  /** A click where the object is, with the tool for selecting. */
  select({ id, box }: { id: string; box: Box }): void {
    const { page } = this
    page.key('Esc', 'Esc', 'E')
    page.lookAt(box)
    page.click(box)
    const { selection } = this.session
    if (selection.size === 1 && selection.has(id)) return
    if (this.isAlone(id, box)) throw new Difference('a click selects something else')
    this.session.select([id])
  }

  with(id: string, thing: Thing): Meant {
    return new Map(this.meant).set(id, thing)
  }

  without(...ids: readonly string[]): Meant {
    return new Map([...this.meant].filter(([id]) => !ids.includes(id)))
  }

  /** Accepts the named objects as they are now; all others must be as before. */
  adopted(ids: readonly string[], now = this.now()): Meant {
    const others = [...this.meant].filter(([id]) => !ids.includes(id))
    return new Map([...others, ...ids.flatMap((id) => (now.has(id) ? [[id, now.get(id)!] as const] : []))])
  }

  /** Objects that are new. */
  made(now = this.now()): string[] {
    return [...now.keys()].filter((id) => !this.meant.has(id))
  }

  /** @throws Difference */
  assert(isTrue: boolean, what: string): void {
    if (!isTrue) throw new Difference(what)
  }

  refuses(what: string, act: () => void): null {
    return this.refused(what, act)
  }

  get lastSaid(): number {
    return this.lastNotice
  }
}

const SAMPLES = { cuboid3d: fieldSample('cuboid3d'), cuboid3d_linked2d: fieldSample('cuboid3d_linked2d') }

/** The course of a line, in steps of less than a metre and a half. */
function pointsOf(line = ''): { x: number; y: number }[] {
  const points = [...line.matchAll(/"x":(-?[\d.e-]+),"y":(-?[\d.e-]+)/g)].map(([, x, y]) => ({ x: +x, y: +y }))
  return points.flatMap((point, i) => {
    const next = points[i + 1]
    return next ? [point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }] : [point]
  })
}

function valueDifference(wanted: Thing, thing: Thing): string | null {
  const values = (one: Thing) =>
    JSON.stringify([
      one.classId,
      Object.entries(one.attributes).sort(),
      one.occlusion,
      one.stationary,
      one.camera,
      one.line,
    ])
  return values(wanted) === values(thing) ? null : `meant ${values(wanted)}, delivered ${values(thing)}`
}
