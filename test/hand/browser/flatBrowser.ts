import type { JobPayloadAnswer } from '../../../src/contract/payload.ts'
import { fromPlainDocument } from '../../../src/formats/document/documentFile.ts'
import { dragInView, imageShown } from '../../web/site.ts'
import { actsOf } from '../anyAct.ts'
import { Difference } from '../difference.ts'
import { chosen, type ModeAct } from '../intentRun.ts'
import { covered, gone, keyPut, type Place, placesAt, type Thing, thingOf } from '../things.ts'
import { AROUND, BrowserRun } from './browserRun.ts'
import { type HandSite, PICTURE, VIDEO_FRAMES } from './handSite.ts'

const WEIGHTS = {
  draw: 16,
  drawPolygon: 6,
  move: 8,
  remove: 3,
  changeClass: 4,
  answer: 5,
  clickOnNothing: 3,
  tinyDrag: 2,
  frame: 8,
  outside: 3,
  hide: 3,
  ...AROUND,
} as const
type Kind = keyof typeof WEIGHTS
export const anyFlatBrowserAct = actsOf(WEIGHTS)

/** Objects by the order in which they were drawn. */
type Meant = readonly Thing[]

const CELL_PX = 100
const COLUMNS = PICTURE.width / CELL_PX
const CELLS = COLUMNS * (PICTURE.height / CELL_PX)
const CLASSES = ['car', 'truck', 'road']
/** Screens have fewer pixels than pictures. */
const NEAR_PX = 3

/** A person at pictures or at a video, on the real page. */
export class FlatBrowser extends BrowserRun<Meant> {
  readonly #frameCount: number
  #frame = 0
  /** Where the picture lies on the page: pixels of the page for those of the picture. */
  #placed = { x: 0, y: 0, scaleX: 1, scaleY: 1 }

  private constructor(site: HandSite, work: 'image' | 'video') {
    super(site, work, [])
    this.#frameCount = work === 'image' ? 1 : VIDEO_FRAMES
  }

  static async start(site: HandSite, work: 'image' | 'video'): Promise<FlatBrowser> {
    const run = new FlatBrowser(site, work)
    await run.begin()
    await run.#calibrate()
    return run
  }

  /** The first box tells where the picture lies. */
  async #calibrate(): Promise<void> {
    const { page } = this
    const view = (await page.getByRole('main', { name: 'View' }).boundingBox())!
    await this.keys('1', 'r')
    await dragInView(page, [0.4, 0.4], [0.6, 0.6])
    await page.getByRole('option', { name: /car 1\b/ }).waitFor()
    await this.keys('Control+s')
    await page.locator('[data-save-state=saved]').waitFor()
    const [thing] = this.read(await this.site.payload(this.jobId))
    const [[left, top], [right, bottom]] = thing.keys[0].places ?? []
    const [x0, x1] = [0.4, 0.6].map((share) => view.x + share * view.width)
    const [y0, y1] = [0.4, 0.6].map((share) => view.y + share * view.height)
    const scaleX = (x1 - x0) / (right - left)
    const scaleY = (y1 - y0) / (bottom - top)
    this.#placed = { scaleX, scaleY, x: x0 - left * scaleX, y: y0 - top * scaleY }
    // What was drawn to look is not part of the work.
    await this.keys('Control+z')
    this.meant = []
    await this.look({ kind: 'begin', r: [] })
  }

  #at([x, y]: Place): [number, number] {
    const { x: left, y: top, scaleX, scaleY } = this.#placed
    return [left + x * scaleX, top + y * scaleY]
  }

  protected async loaded(): Promise<void> {
    await imageShown(this.page)
    // What was shown above the view may have moved the picture.
    await this.keys('0')
    this.#frame = this.work === 'image' ? 0 : await this.shownFrame()
  }

  protected read(payload: JobPayloadAnswer): Meant {
    const names = new Map(payload.tag.classes.map(({ classId, name }) => [classId, name]))
    const { tracks } = fromPlainDocument(payload.document)
    return Array.from(tracks.values(), (track) => {
      const thing = thingOf(track)
      return { ...thing, classId: names.get(thing.classId) ?? thing.classId }
    })
  }

  protected difference(meant: Meant, payload: JobPayloadAnswer): string | null {
    const there = this.read(payload)
    const left = [...there]
    for (const thing of meant) {
      const at = left.findIndex((one) => this.#isSame(one, thing))
      if (at < 0) return `${thing.classId} ${JSON.stringify(thing.keys)} is not there, but ${JSON.stringify(left)}`
      left.splice(at, 1)
    }
    return left.length > 0 ? `${left.length} objects too many: ${JSON.stringify(left)}` : null
  }

  #isSame(a: Thing, b: Thing): boolean {
    if (a.classId !== b.classId || a.kind !== b.kind) return false
    if (JSON.stringify(a.attributes) !== JSON.stringify(b.attributes)) return false
    return Array.from({ length: this.#frameCount }, (_, frame) => [placesAt(a, frame), placesAt(b, frame)]).every(
      ([one, other]) => {
        if (!one || !other) return one === other
        return one.length === other.length && one.every((place, i) => isNear(place, other[i]))
      },
    )
  }

  protected async deliveredDifference(result: unknown): Promise<string | null> {
    const delivered = labelsIn(result)
    const meant = this.meant.flatMap((thing) =>
      Array.from({ length: this.#frameCount }, (_, frame) => placesAt(thing, frame)).flatMap((places) =>
        places ? [thing.classId] : [],
      ),
    )
    const [a, b] = [delivered, meant].map((names) => [...names].sort().join(' '))
    return a === b ? null : `meant ${b}, delivered ${a}`
  }

  protected async act({ kind, r }: ModeAct): Promise<Meant | null> {
    switch (kind as Kind) {
      case 'draw':
        return this.#draw(r)
      case 'drawPolygon':
        return this.#drawPolygon(r)
      case 'move':
        return this.#move(r)
      case 'remove':
        return this.#withSelected(r[0], async () => {
          await this.keys('Delete')
          return null
        })
      case 'changeClass':
        return this.#withSelected(r[0], async (thing) => {
          if (thing.kind !== 'rectangle') return thing
          await this.keys(String(CLASSES.indexOf('truck') + 1))
          return { ...thing, classId: 'truck', attributes: {} }
        })
      case 'answer':
        return this.#withSelected(r[0], async (thing) => {
          if (thing.classId !== 'car') return thing
          await this.keys('F2', r[1] < 0.5 ? '1' : '2')
          return { ...thing, attributes: { colour: r[1] < 0.5 ? 'red' : 'blue' } }
        })
      case 'clickOnNothing':
        return this.#onNothing(r[0], 0)
      case 'tinyDrag':
        return this.#onNothing(r[0], 1)
      default:
        return this.#frames(kind as Kind, r)
    }
  }

  async #frames(kind: Kind, r: readonly number[]): Promise<Meant | null> {
    if (this.#frameCount === 1) return null
    switch (kind) {
      case 'frame': {
        const to = Math.min(this.#frameCount - 1, Math.max(0, this.#frame + (r[0] < 0.65 ? 1 : -1)))
        if (to !== this.#frame) await this.keys(to > this.#frame ? 'f' : 'd')
        this.#frame = to
        return null
      }
      case 'outside':
        return this.#withSelected(r[0], async (thing) => {
          await this.keys('o')
          return gone(thing, this.#frame) ?? thing
        })
      case 'hide':
        return this.#withSelected(r[0], async (thing) => {
          await this.keys('x')
          return covered(thing, this.#frame) ?? thing
        })
      default:
        return null
    }
  }

  #freeCell(r: number): Place | null {
    const taken = new Set(this.meant.flatMap(({ keys }) => keys.flatMap(({ places }) => (places ?? []).map(cellOf))))
    const free = Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => !taken.has(cell))
    const cell = chosen(free, r)
    if (cell === undefined) return null
    return [(cell % COLUMNS) * CELL_PX + CELL_PX / 2, Math.floor(cell / COLUMNS) * CELL_PX + CELL_PX / 2]
  }

  async #draw(r: readonly number[]): Promise<Meant | null> {
    const middle = this.#freeCell(r[0])
    if (!middle) return null
    const classId = r[1] < 0.6 ? 'car' : 'truck'
    const [w, h] = [20 + Math.round(r[2] * 15), 20 + Math.round(r[3] * 15)]
    const places: Place[] = [
      [middle[0] - w, middle[1] - h],
      [middle[0] + w, middle[1] + h],
    ]
    await this.keys('Escape', 'Escape', String(CLASSES.indexOf(classId) + 1), 'r')
    await this.drag(places.map((place) => this.#at(place)))
    return [...this.meant, this.#made(classId, 'rectangle', places)]
  }

  /** Corners by clicks, one of them twice undone and done again, and Enter. */
  async #drawPolygon(r: readonly number[]): Promise<Meant | null> {
    const middle = this.#freeCell(r[0])
    if (!middle) return null
    const places = [0, 1, 2, 3].map((i): Place => {
      const angle = 0.4 + (i / 4) * 2 * Math.PI
      return [middle[0] + 34 * Math.cos(angle), middle[1] + 34 * Math.sin(angle)]
    })
    await this.keys('Escape', 'Escape', '3', 'p')
    for (const [i, place] of places.entries()) {
      await this.page.mouse.click(...this.#at(place))
      if (i === 2 && r[1] < 0.5) await this.keys('Control+z', 'Control+y')
      if (i === 1 && r[1] > 0.7) await this.keys('v', 'p')
    }
    await this.keys('Enter')
    return [...this.meant, this.#made('road', 'polygon', places)]
  }

  #made(classId: string, kind: string, places: readonly Place[]): Thing {
    return { classId, kind, attributes: {}, keys: [{ frame: this.#frame, places, hidden: false }] }
  }

  async #onNothing(r: number, byPx: number): Promise<null> {
    const middle = this.#freeCell(r)
    if (!middle) return null
    await this.keys('Escape', 'Escape', '2', 'r')
    const [x, y] = this.#at(middle)
    await this.drag([
      [x, y],
      [x + byPx, y],
    ])
    const { page } = this
    const isSaid = await page
      .locator('.pointer-message')
      .waitFor({ timeout: 10_000 })
      .then(
        () => true,
        () => false,
      )
    if (!isSaid) throw new Difference('a click with a tool for drawing makes nothing, and nothing is said')
    return null
  }

  async #move(r: readonly number[]): Promise<Meant | null> {
    return this.#withSelected(r[0], async (thing, places) => {
      const [dx, dy] = [4 + Math.round(r[1] * 6), 3 + Math.round(r[2] * 6)]
      const grip = middleOf(places)
      await this.drag([
        this.#at(grip),
        this.#at([grip[0] + dx / 2, grip[1] + dy / 2]),
        this.#at([grip[0] + dx, grip[1] + dy]),
      ])
      const to = places.map(([x, y]): Place => [x + dx, y + dy])
      return { ...thing, keys: keyPut(thing.keys, this.#frame, to) }
    })
  }

  /** Clicks an object of this frame and does something to it; null from it: the object goes. */
  async #withSelected(
    r: number,
    act: (thing: Thing, places: readonly Place[]) => Promise<Thing | null>,
  ): Promise<Meant | null> {
    const shown = this.meant.flatMap((thing, i) => {
      const places = placesAt(thing, this.#frame)
      return places ? [{ thing, places, i }] : []
    })
    const one = chosen(shown, r)
    if (!one) return null
    await this.keys('Escape', 'Escape', 'v')
    await this.page.mouse.click(...this.#at(middleOf(one.places)))
    const after = await act(one.thing, one.places)
    if (after === one.thing) return null
    return after ? this.meant.with(one.i, after) : this.meant.toSpliced(one.i, 1)
  }
}

const cellOf = ([x, y]: Place): number => Math.floor(y / CELL_PX) * COLUMNS + Math.floor(x / CELL_PX)

const isNear = ([x, y]: Place, [px, py]: Place): boolean => Math.abs(x - px) < NEAR_PX && Math.abs(y - py) < NEAR_PX

const middleOf = (places: readonly Place[]): Place => [
  places.reduce((sum, [x]) => sum + x, 0) / places.length,
  places.reduce((sum, [, y]) => sum + y, 0) / places.length,
]

/** Class names of every delivered shape. Tracks are listed next to them and have no place. */
export function labelsIn(result: unknown): string[] {
  if (Array.isArray(result)) return result.flatMap(labelsIn)
  if (typeof result !== 'object' || result === null) return []
  const { label, type, first_frame_id, frames } = result as Record<string, unknown>
  const isTrack = first_frame_id !== undefined || frames !== undefined
  const own = typeof label === 'string' && typeof type === 'string' && !isTrack ? [label] : []
  return [...own, ...Object.values(result).flatMap(labelsIn)]
}
