import type { Track } from '../../src/model/document/document.ts'
import type { TagClass } from '../../src/model/tag.ts'
import { attributeOperations } from '../../src/web/document/attributeEdits.ts'
import { SAMPLE_CLASS, sameDocument } from '../web/desk/desk.ts'
import type { Act } from './acts.ts'
import { Difference } from './difference.ts'
import { HandPage } from './handPage.ts'
import { Numbers } from './numbers.ts'
import { submitByHand } from './submitting/submitByHand.ts'
import {
  covered,
  firstOf,
  frameOf,
  gone,
  halvesOf,
  IMAGE,
  isSeen,
  keyPut,
  lastOf,
  lineOf,
  linesOf,
  type Meant,
  type Place,
  placesAt,
  put,
  type Thing,
  thingOf,
} from './things.ts'

const COLOUR = {
  name: 'colour',
  type: 'select',
  options: ['red', 'blue'],
  required: false,
  default: null,
  per: 'object',
} as const
const named = (name: string, given: Partial<TagClass>): TagClass => ({ ...SAMPLE_CLASS, classId: name, name, ...given })
const CLASSES = [
  named('car', { geometries: ['rectangle', 'polygon'], attributes: [COLOUR] }),
  named('truck', { geometries: ['rectangle', 'ellipse'] }),
  named('road', { geometries: ['polygon', 'line'] }),
  named('person', { geometries: ['rectangle', 'landmark', 'polygon'] }),
]
const KEYS = { rectangle: 'R', polygon: 'P', line: 'L', landmark: 'N', ellipse: 'E' } as const
type Kind = keyof typeof KEYS

const CELL = 100
const COLUMNS = IMAGE.widthPx / CELL
const CELLS = COLUMNS * (IMAGE.heightPx / CELL)
/** A reload keeps this number of steps that can be undone. */
const MOST_STEPS = 80

/** The lines that an act should lead to; null: it should change nothing. */
type Expected = Meant | null

/**
 * A person at one job after another, with an intention for every act. After each act the document is compared with the
 * intention; nothing else may have happened, unless the page said that the act did nothing.
 */
export class HandRun {
  readonly frameCount: number
  #page!: HandPage
  #meant: Meant = []
  #past: Meant[] = []
  #future: Meant[] = []
  #numbers = new Numbers()
  #isReview = false
  /** After the first step of an act of two steps. */
  #between: Meant | null = null
  /** Attributes of objects before their class was changed. */
  readonly #earlier = new Map<string, Record<string, string>>()
  /** Differences that were allowed because the page said so. */
  said = 0
  jobs = 0

  private constructor(frameCount: number) {
    this.frameCount = frameCount
  }

  static async start(frameCount: number): Promise<HandRun> {
    const run = new HandRun(frameCount)
    await run.#nextJob()
    return run
  }

  close(): void {
    this.#page.close()
  }

  async #nextJob(): Promise<void> {
    this.jobs++
    this.#page = await HandPage.open(this.frameCount, CLASSES)
    this.#meant = []
    this.#past = []
    this.#future = []
    this.#numbers = new Numbers()
    this.#isReview = false
  }

  /** @throws Difference */
  async perform(act: Act): Promise<void> {
    const { session } = this.#page
    const refused = this.#page.refusals[0]?.number ?? 0
    const steps = session.stepCount
    this.#between = null
    const expected = await this.#do(act)
    const now = this.#page.session
    const actual = linesOf(now.document)
    const isSaid = now === session && (this.#page.refusals[0]?.number ?? 0) > refused
    const wanted = expected ? [...expected].sort() : this.#meant
    if (!isSame(actual, wanted)) {
      if (!isSaid || !isSame(actual, this.#meant)) throw new Difference(told(act, wanted, actual))
      this.said++
    }
    this.#checkNumbers()
    if (UNSTEPPED.has(act.kind)) return
    const made = now.stepCount - steps
    if (made > (this.#between ? 2 : 1)) throw new Difference(`${act.kind} is ${made} steps of undo`)
    if (made === 0 && !isSame(actual, this.#meant)) throw new Difference(`${act.kind} cannot be undone`)
    if (made > 0) {
      this.#past.push(this.#meant)
      if (made > 1 && this.#between) this.#past.push(this.#between)
      this.#future = []
    }
    this.#meant = actual
  }

  #checkNumbers(): void {
    try {
      this.#numbers.check(this.#page.session.document)
    } catch (error) {
      throw new Difference(String(error))
    }
  }

  async #do({ kind, r }: Act): Promise<Expected> {
    const page = this.#page
    switch (kind) {
      case 'drawBox':
        return this.#draw('rectangle', r, (cell) => this.#pulled(cell, r))
      case 'drawEllipse':
        return this.#draw('ellipse', r, (cell) => this.#pulled(cell, r))
      case 'drawPolygon':
        return this.#draw('polygon', r, (cell) => this.#clicked(cell, r, 'P', 3))
      case 'drawBeside':
        return this.#drawBeside(r)
      case 'drawLine':
        return this.#draw('line', r, (cell) => this.#clicked(cell, r, 'L', 2))
      case 'drawKeypoints':
        return this.#draw('landmark', r, (cell) => this.#clicked(cell, r, 'N', 2))
      case 'clickOnNothing':
        return this.#onNothing(r, (at) => page.click(at))
      case 'tinyDrag':
        return this.#onNothing(r, ([x, y]) =>
          page.drag([
            [x, y],
            [x + 1, y + 1],
          ]),
        )
      case 'clickOnObject':
        return this.#clickOnObject(r)
      case 'move':
        return this.#move(r)
      case 'insertPoint':
        return this.#insertPoint(r)
      case 'remove':
        return this.#remove(r)
      case 'changeClass':
        return this.#changeClass(r)
      case 'changeClassAndBack':
        return this.#changeClassAndBack(r)
      case 'answer':
        return this.#answer(r)
      case 'undo':
        return this.#takeBack(r, 'Ctrl+Z', this.#past, this.#future)
      case 'redo':
        return this.#takeBack(r, 'Ctrl+Y', this.#future, this.#past)
      case 'outside':
        return this.#keyed(r, 'O', (thing, frame) => gone(thing, frame))
      case 'hide':
        return this.#keyed(r, 'X', (thing, frame) => covered(thing, frame))
      case 'split':
        return this.#split(r)
      case 'merge':
        return this.#merge(r)
      case 'propagate':
        return this.#propagate(r)
      case 'join':
        return this.#join(r)
      default:
        await this.#around(kind, r)
        return null
    }
  }

  /** Acts that do not change the work. */
  async #around(kind: Act['kind'], r: readonly number[]): Promise<void> {
    const page = this.#page
    const { server, clock } = page.desk
    switch (kind) {
      case 'frame':
        page.key(r[0] < 0.5 ? 'F' : 'D')
        return
      case 'escape':
        page.key('Esc')
        return
      case 'toggleSnapping':
        page.key('Shift+S')
        return
      case 'offline':
        server.isOnline = false
        return
      case 'online':
        server.isOnline = true
        await clock.pass(40_000)
        return
      case 'loseAnswer':
        server.loseAnswer = true
        await clock.pass(2_000)
        return
      case 'wait':
        await clock.pass(Math.floor(r[0] * 3_000))
        return
      case 'reload':
      case 'kill':
        return this.#reload(kind === 'reload')
      case 'submit':
        return this.#submit(r)
    }
  }

  async #reload(isOrderly: boolean): Promise<void> {
    const { desk, session } = this.#page
    // The undo journal is on the computer now; the service is asked when the job is opened.
    await desk.clock.pass(0)
    if (isOrderly) desk.undo?.write(session)
    this.#page.close()
    desk.server.isOnline = true
    await this.#page.load()
    this.#earlier.clear()
    if (!isOrderly) this.#past = []
    this.#future = []
  }

  async #submit(r: readonly number[]): Promise<void> {
    const { desk, session } = this.#page
    const meant = linesOf(session.document)
    const { document } = await submitByHand(this.#page, { EMPTY_JOB: meant.length === 0 }, r)
    if (!sameDocument(document, session.document)) throw new Difference('the service has something else')
    if (!isSame(linesOf(document), this.#meant)) throw new Difference('something else was submitted than was meant')
    this.#page.close()
    if (this.#isReview) return this.#nextJob()
    // The reviewer sees the submitted work, with the same numbers.
    this.#isReview = true
    desk.access = 'review'
    await this.#page.load()
    this.#past = []
    this.#future = []
  }

  get #frame(): number {
    return this.#page.session.frame
  }

  get #tracks(): Track[] {
    return [...this.#page.session.document.tracks.values()]
  }

  /** The middle of a cell that stays free in all frames; null if no cell does. */
  #freeCell(r: number): Place | null {
    const taken = new Set<number>()
    for (const track of this.#tracks) {
      const [left, top, right, bottom] = boundsOf(thingOf(track).keys.flatMap(({ places }) => places ?? []))
      for (let x = Math.floor(left / CELL); x <= right / CELL; x++) {
        for (let y = Math.floor(top / CELL); y <= bottom / CELL; y++) taken.add(y * COLUMNS + x)
      }
    }
    const free = Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => !taken.has(cell))
    const cell = free[Math.floor(r * free.length)]
    if (cell === undefined || this.#page.session.stepCount >= MOST_STEPS) return null
    return [(cell % COLUMNS) * CELL + CELL / 2, Math.floor(cell / COLUMNS) * CELL + CELL / 2]
  }

  /** A class that takes the kind, a tool and a shape. */
  async #draw(kind: Kind, r: readonly number[], draw: (cell: Place) => Promise<readonly Place[]>): Promise<Expected> {
    const cell = this.#freeCell(r[0])
    if (!cell) return null
    const page = this.#page
    const fitting = CLASSES.filter(({ geometries }) => geometries?.includes(kind))
    const tagClass = fitting[Math.floor(r[1] * fitting.length)]
    // The class first: a tool that it does not take is refused.
    page.key('Esc', 'Esc', String(CLASSES.indexOf(tagClass) + 1), KEYS[kind])
    const places = await draw(cell)
    const thing: Thing = {
      classId: tagClass.classId,
      kind,
      attributes: {},
      keys: [{ frame: this.#frame, places, hidden: false }],
    }
    return [...this.#meant, lineOf(thing, this.frameCount)]
  }

  /** A polygon with corners close to the border of a box, as a road runs close to cars. */
  #drawBeside(r: readonly number[]): Expected {
    const boxes = this.#shown().filter(
      ({ track, thing, places }) => thing.kind === 'rectangle' && this.#isAlone(track.id, places),
    )
    const chosen = boxes[Math.floor(r[0] * boxes.length)]
    if (!chosen || this.#page.session.stepCount >= MOST_STEPS) return null
    const [left, top, right, bottom] = boundsOf(chosen.places).map(Math.round)
    const places: Place[] = [
      [left - 4, top - 4],
      [right + 4, top - 3],
      [right + 3, bottom + 4],
    ]
    if (places.some(isAtEdge)) return null
    this.#page.key('Esc', 'Esc', String(CLASSES.findIndex(({ classId }) => classId === 'road') + 1), 'P')
    for (const place of places) this.#page.click(place)
    this.#page.key('Enter')
    const keys = [{ frame: this.#frame, places, hidden: false }]
    return [...this.#meant, lineOf({ classId: 'road', kind: 'polygon', attributes: {}, keys }, this.frameCount)]
  }

  async #pulled([x, y]: Place, r: readonly number[]): Promise<readonly Place[]> {
    const [w, h] = [10 + Math.round(r[2] * 15), 10 + Math.round(r[3] * 15)]
    const corners: Place[] = [
      [x - w, y - h],
      [x + w, y + h],
    ]
    this.#page.drag(r[4] < 0.5 ? corners : corners.toReversed())
    return corners
  }

  /** Points by clicks, with slips between them, and Enter. */
  async #clicked([x, y]: Place, r: readonly number[], key: string, least: number): Promise<readonly Place[]> {
    const count = least + Math.floor(r[2] * 3)
    const places: Place[] = []
    for (let i = 0; i < count; i++) {
      const angle = (i / count) * 2 * Math.PI
      places.push([Math.round(x + 25 * Math.cos(angle)), Math.round(y + 25 * Math.sin(angle))])
    }
    for (const [i, place] of places.entries()) {
      this.#page.click(place)
      if (i === Math.floor(r[3] * count)) await this.#slip(r[4], place, key)
    }
    this.#page.key('Enter')
    return places
  }

  /** Slips of the hand while drawing, and their undo: the shape must be as before. */
  async #slip(r: number, [x, y]: Place, key: string): Promise<void> {
    const page = this.#page
    const slips: (() => void | Promise<void>)[] = [
      () => {
        page.click([x + 3, y + 11])
        page.key('Ctrl+Z')
      },
      () => page.key('Ctrl+Z', 'Ctrl+Y'),
      () => page.key('V', key),
      () => {
        page.key('H')
        page.drag([
          [x, y],
          [x, y],
        ])
        page.key(key)
      },
      () => page.key('Esc', 'Ctrl+Z'),
      () => page.key('Esc', key),
      () => {
        if (this.frameCount > 1) page.key(...(this.#frame > 0 ? ['D', 'F'] : ['F', 'D']))
      },
      async () => {
        const { classId } = CLASSES[0]
        const { currentClassId, frame } = page.session
        await this.#reload(true)
        page.session.setFrame(frame)
        page.session.setCurrentClass(currentClassId ?? classId)
        page.key(key)
      },
    ]
    await slips[Math.floor(r * slips.length)]()
  }

  #onNothing(r: readonly number[], act: (at: Place) => void): Expected {
    const cell = this.#freeCell(r[0])
    if (!cell) return null
    const page = this.#page
    // Trucks are boxes or ellipses.
    page.key('Esc', 'Esc', '2', r[1] < 0.7 ? 'R' : 'E')
    const before = page.refusals[0]?.number ?? 0
    act(cell)
    if ((page.refusals[0]?.number ?? 0) === before) throw new Difference('a click made nothing and nothing was said')
    return null
  }

  /** Objects that are in this frame, with where they are. */
  #shown(): { track: Track; thing: Thing; places: readonly Place[] }[] {
    return this.#tracks.flatMap((track) => {
      const thing = thingOf(track)
      const places = placesAt(thing, this.#frame)
      return places ? [{ track, thing, places }] : []
    })
  }

  #choose(r: number) {
    const shown = this.#shown()
    return shown[Math.floor(r * shown.length)] ?? null
  }

  /** A click where the object is, with the tool for selecting. */
  #select(chosen: { track: Track; thing: Thing; places: readonly Place[] }): void {
    this.#page.key('V', 'Esc', 'Esc')
    this.#page.click(gripOf(chosen.thing.kind, chosen.places))
    const { selection } = this.#page.session
    if (selection.size === 1 && selection.has(chosen.track.id)) return
    if (this.#isAlone(chosen.track.id, chosen.places)) throw new Difference('a click selects something else')
    this.#page.session.select([chosen.track.id])
  }

  /** Whether no other object is at these places, or moves there. */
  #isAlone(id: string, places: readonly Place[]): boolean {
    const [left, top, right, bottom] = boundsOf(places)
    return this.#tracks.every((track) => {
      if (track.id === id) return true
      const other = boundsOf(thingOf(track).keys.flatMap((key) => key.places ?? []))
      return other[0] > right + 9 || other[2] < left - 9 || other[1] > bottom + 9 || other[3] < top - 9
    })
  }

  #clickOnObject(r: readonly number[]): Expected {
    const chosen = this.#choose(r[0])
    if (!chosen || !this.#isAlone(chosen.track.id, chosen.places)) return null
    this.#page.key('Esc', 'Esc', '2', 'R')
    this.#page.click(gripOf(chosen.thing.kind, chosen.places))
    if (!this.#page.session.selection.has(chosen.track.id)) throw new Difference('a click with a tool selects nothing')
    return null
  }

  #instead(line: string, ...others: readonly string[]): Meant {
    const at = this.#meant.indexOf(line)
    if (at < 0) throw new Difference(`there is none such: ${line}`)
    return [...this.#meant.toSpliced(at, 1), ...others]
  }

  #changed(thing: Thing, after: Thing | null): Meant {
    const lines = after ? [lineOf(after, this.frameCount)] : []
    return this.#instead(lineOf(thing, this.frameCount), ...lines)
  }

  #move(r: readonly number[]): Expected {
    const chosen = this.#choose(r[0])
    if (!chosen || !this.#isAlone(chosen.track.id, chosen.places)) return null
    if (this.#page.session.stepCount >= MOST_STEPS) return null
    this.#select(chosen)
    const { thing, places } = chosen
    const [x, y] = gripOf(thing.kind, places)
    const [dx, dy] = [Math.round(r[1] * 10) + 4, Math.round(r[2] * 10) - 5]
    // With a set of key points, the drag moves only the first.
    const to = places.map(([px, py], i): Place => (thing.kind === 'landmark' && i > 0 ? [px, py] : [px + dx, py + dy]))
    if (to.some((place) => cellOf(place) !== cellOf(places[0]) || isAtEdge(place))) return null
    this.#page.drag([
      [x, y],
      [x + dx / 2, y + dy / 2],
      [x + dx, y + dy],
    ])
    return this.#changed(thing, { ...thing, keys: keyPut(thing.keys, this.#frame, to) })
  }

  /** The middle of a polygon's side is pulled out. */
  #insertPoint(r: readonly number[]): Expected {
    const polygons = this.#shown().filter(({ thing }) => thing.kind === 'polygon')
    const chosen = polygons[Math.floor(r[0] * polygons.length)]
    if (
      !chosen ||
      !this.#isAlone(chosen.track.id, chosen.places) ||
      chosen.places.length > 8 ||
      this.#page.session.stepCount >= MOST_STEPS
    )
      return null
    this.#select(chosen)
    const { thing, places } = chosen
    const [[ax, ay], [bx, by]] = places
    const from: Place = [(ax + bx) / 2, (ay + by) / 2]
    const to: Place = [Math.round(from[0] + 5), Math.round(from[1] + 4)]
    if (Math.hypot(bx - ax, by - ay) < 30 || cellOf(to) !== cellOf(places[0]) || isAtEdge(to)) return null
    this.#page.drag([from, [from[0] + 3, from[1] + 2], to])
    // A drag keeps its distance from the middle; here it starts exactly at the middle.
    const after = keyPut(thing.keys, this.#frame, [places[0], to, ...places.slice(1)])
    return this.#changed(thing, { ...thing, keys: after })
  }

  #remove(r: readonly number[]): Expected {
    const chosen = this.#choose(r[0])
    if (!chosen) return null
    this.#select(chosen)
    // A point that was clicked is deleted alone; chosen in the list, the object is.
    if (chosen.thing.kind === 'landmark') {
      this.#page.session.select([])
      this.#page.session.select([chosen.track.id])
    }
    this.#page.key('Delete')
    return this.#changed(chosen.thing, null)
  }

  #changeClass(r: readonly number[]): Expected {
    const chosen = this.#choose(r[0])
    if (!chosen) return null
    this.#select(chosen)
    this.#remember(chosen.track)
    const index = Math.floor(r[1] * CLASSES.length)
    this.#page.key(String(index + 1))
    const { classId, attributes } = CLASSES[index]
    const { thing } = chosen
    const kept = attributes.length > 0 && thing.classId === classId ? thing.attributes : {}
    const earlier = this.#earlier.get(`${chosen.track.id} ${classId}`) ?? {}
    return this.#changed(thing, { ...thing, classId, attributes: thing.classId === classId ? kept : earlier })
  }

  #changeClassAndBack(r: readonly number[]): Expected {
    const cars = this.#shown().filter(({ thing }) => thing.classId === 'car' && thing.kind !== 'ellipse')
    const chosen = cars[Math.floor(r[0] * cars.length)]
    if (!chosen) return null
    this.#select(chosen)
    this.#remember(chosen.track)
    this.#page.key(String(CLASSES.findIndex(({ classId }) => classId === 'person') + 1))
    this.#between = linesOf(this.#page.session.document)
    this.#checkNumbers()
    this.#page.key('1')
    return this.#meant
  }

  #remember(track: Track): void {
    const { classId, attributes } = thingOf(track)
    this.#earlier.set(`${track.id} ${classId}`, attributes)
  }

  #answer(r: readonly number[]): Expected {
    const cars = this.#shown().filter(({ thing }) => thing.classId === 'car')
    const chosen = cars[Math.floor(r[0] * cars.length)]
    if (!chosen) return null
    const value = COLOUR.options[Math.floor(r[1] * COLOUR.options.length)]
    const { session } = this.#page
    const edits = attributeOperations(session.document, [chosen.track.id], COLOUR, value, session.frame)
    if (chosen.thing.attributes.colour !== value) session.execute('edit.attribute', edits)
    return this.#changed(chosen.thing, { ...chosen.thing, attributes: { colour: value } })
  }

  #takeBack(r: readonly number[], key: string, from: Meant[], to: Meant[]): Expected {
    for (let times = 1 + Math.floor(r[0] * 3); times > 0; times--) {
      this.#page.key(key)
      const state = from.pop()
      if (!state) break
      to.push(this.#meant)
      this.#meant = state
    }
    return this.#meant
  }

  /** A key about the selected object in this frame. */
  #keyed(r: readonly number[], key: string, change: (thing: Thing, frame: number) => Thing | null): Expected {
    const chosen = this.#choose(r[0])
    if (!chosen || this.frameCount === 1) return null
    this.#select(chosen)
    this.#page.key(key)
    const after = change(chosen.thing, this.#frame)
    return after ? this.#changed(chosen.thing, after) : [...this.#meant, 'nothing is left of it']
  }

  #split(r: readonly number[]): Expected {
    const chosen = this.#choose(r[0])
    const frame = this.#frame
    if (!chosen || this.frameCount === 1) return null
    this.#select(chosen)
    const { thing, track } = chosen
    if (lineOf(thing, this.frameCount).includes('moving')) return null
    this.#page.key('/')
    const [earlier, later] = halvesOf(lineOf(thing, this.frameCount), frame)
    if (!earlier || !later) return [...this.#meant, 'nothing is left of it']
    const meant = this.#instead(lineOf(thing, this.frameCount), earlier, later)
    const { selection } = this.#page.session
    const isShown = selection.size === 1 && !selection.has(track.id)
    if (!isShown) throw new Difference('after a split the half on the screen is not selected')
    return meant
  }

  #merge(r: readonly number[]): Expected {
    const all = this.#tracks
    const [one, other] = [all[Math.floor(r[0] * all.length)], all[Math.floor(r[1] * all.length)]]
    if (!one || one === other || this.frameCount === 1) return null
    if ([one, other].some((track) => lineOf(thingOf(track), this.frameCount).includes('moving'))) return null
    // Selected in the list: objects can be chosen there without being in this frame.
    this.#page.session.select([one.id, other.id])
    this.#page.key('M')
    const [a, b] = [thingOf(one), thingOf(other)]
    const canBeOne = a.classId === b.classId && a.kind === b.kind && !seenTogether(a, b)
    if (!canBeOne) return [...this.#meant, 'two that cannot be one']
    const [earlier, later] = firstOf(a) <= firstOf(b) ? [a, b] : [b, a]
    if (lastOf(earlier) >= firstOf(later)) return this.#joinedAsSaid(earlier, later)
    const without = this.#instead(lineOf(later, this.frameCount))
    const at = without.indexOf(lineOf(earlier, this.frameCount))
    const whole = { ...earlier, keys: [...earlier.keys, ...later.keys] }
    return [...without.toSpliced(at, 1), lineOf(whole, this.frameCount)]
  }

  /** Parts that overlap show in every frame what one of them showed. */
  #joinedAsSaid(earlier: Thing, later: Thing): Expected {
    const { document } = this.#page.session
    const now = linesOf(document)
    const gone = this.#instead(lineOf(later, this.frameCount))
    const left = gone.toSpliced(gone.indexOf(lineOf(earlier, this.frameCount)), 1)
    const [made] = now.filter((line) => !left.includes(line))
    for (let frame = 0; frame < this.frameCount; frame++) {
      const seen = [earlier, later]
        .filter((thing) => isSeen(thing, frame))
        .map((thing) => frameOf(lineOf(thing, this.frameCount), frame))
      if (seen.length > 0 && frameOf(made ?? '', frame) !== seen[0])
        throw new Difference(`a merged track shows something else in frame ${frame}`)
    }
    return [...left, made ?? '']
  }

  #propagate(r: readonly number[]): Expected {
    const chosen = this.#choose(r[0])
    const frame = this.#frame
    if (!chosen || this.frameCount === 1) return null
    this.#select(chosen)
    this.#page.key('Ctrl+Right')
    // A second press changes nothing.
    if (r[1] < 0.5) this.#page.key('Ctrl+Right')
    const { thing, places } = chosen
    const next = thing.keys.find((key) => key.frame > frame && key.places)?.frame ?? this.frameCount
    if (next - 1 === frame) return [...this.#meant, 'there is no frame to propagate to']
    const { hidden } = thing.keys.findLast((key) => key.frame <= frame) ?? { hidden: false }
    const kept = thing.keys.filter((key) => key.frame <= frame || key.frame >= next)
    const end = { frame: next - 1, places, hidden: false }
    const started = kept.some((key) => key.frame === frame && key.places)
      ? kept
      : put(kept, { frame, places, hidden: false })
    if (hidden) return this.#adopted()
    return this.#changed(thing, { ...thing, keys: put(started, end) })
  }

  /** A key whose outcome is accepted, as a person does who looks at the result. */
  #adopted(): Expected {
    return linesOf(this.#page.session.document)
  }

  /** Objects of another class, or of another kind, are not joined. */
  #join(r: readonly number[]): Expected {
    const areas = this.#shown().filter(({ thing }) => r[2] < 0.3 || thing.kind === 'polygon')
    const one = areas[Math.floor(r[0] * areas.length)]
    const other = areas.find(({ thing }) => thing.classId !== one?.thing.classId)
    if (!one || !other || this.frameCount > 1) return null
    this.#page.session.select([one.track.id, other.track.id])
    this.#page.key('Shift+J')
    return [...this.#meant, 'two that cannot be one']
  }
}

/** Acts after which the history of the page is replaced, or takes another way. */
const UNSTEPPED: ReadonlySet<Act['kind']> = new Set(['undo', 'redo', 'reload', 'kill', 'submit'])

const isSame = (a: Meant, b: Meant): boolean =>
  a.length === b.length && [...a].sort().join('\n') === [...b].sort().join('\n')

const cellOf = ([x, y]: Place): number => Math.floor(y / CELL) * COLUMNS + Math.floor(x / CELL)

function boundsOf(places: readonly Place[]): [left: number, top: number, right: number, bottom: number] {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

const EDGE_PX = 6
const isAtEdge = ([x, y]: Place): boolean =>
  [x, y].some((value) => value % CELL < EDGE_PX || value % CELL > CELL - EDGE_PX)

/** A place to grab it, away from its handles. */
function gripOf(kind: string, places: readonly Place[]): Place {
  const [[ax, ay], [bx, by]] = places
  if (kind === 'landmark') return [ax, ay]
  if (kind === 'line') return [ax + (bx - ax) / 4, ay + (by - ay) / 4]
  if (kind !== 'polygon') return [(ax + bx) / 2, (ay + by) / 2]
  const sum = places.reduce(([x, y], [px, py]): Place => [x + px, y + py], [0, 0] as Place)
  return [sum[0] / places.length, sum[1] / places.length]
}

function seenTogether(a: Thing, b: Thing): boolean {
  for (let frame = 0; frame <= Math.max(lastOf(a), lastOf(b)); frame++)
    if (isSeen(a, frame) && isSeen(b, frame)) return true
  return false
}

const told = ({ kind, r }: Act, wanted: Meant, actual: Meant): string =>
  [
    `${kind} (${r.join(' ')})`,
    ...wanted.filter((line) => !actual.includes(line)).map((line) => `  meant:     ${line}`),
    ...actual.filter((line) => !wanted.includes(line)).map((line) => `  delivered: ${line}`),
  ].join('\n')
