import type { JobPayloadAnswer } from '../../../src/contract/payload.ts'
import { fromPlainDocument } from '../../../src/formats/document/documentFile.ts'
import { FusionPage, loaded } from '../../web/fusionPage.ts'
import { actsOf } from '../anyAct.ts'
import {
  apart,
  type Box,
  deliveredOf,
  differenceOf,
  type Meant,
  placedAt,
  put,
  shownAt,
  shownOf,
  type Thing,
  thingOf,
} from '../cuboids/boxes.ts'
import { BARE, CLASSES, FRAMES, STANDING } from '../cuboids/field.ts'
import { Difference } from '../difference.ts'
import { chosen, type ModeAct } from '../intentRun.ts'
import { AROUND, BrowserRun } from './browserRun.ts'
import { labelsIn } from './flatBrowser.ts'
import type { HandSite } from './handSite.ts'

const WEIGHTS = {
  draw: 14,
  clickOnNothing: 3,
  nudge: 8,
  holdKey: 3,
  flip: 2,
  frame: 8,
  keyframe: 4,
  end: 3,
  remove: 3,
  propagate: 4,
  ...AROUND,
} as const
type Kind = keyof typeof WEIGHTS
export const anyCuboidBrowserAct = actsOf(WEIGHTS)

const STEP_M = 0.05
const NEAR_M = 0.6

/** A person at cuboids on the real page. */
export class CuboidBrowser extends BrowserRun<Meant> {
  #fusion!: FusionPage
  #frame = 0
  #ids = 0

  private constructor(site: HandSite) {
    super(site, 'cuboids', new Map())
  }

  static async start(site: HandSite): Promise<CuboidBrowser> {
    const run = new CuboidBrowser(site)
    await run.begin()
    return run
  }

  protected async loaded(): Promise<void> {
    await loaded(this.page)
    this.#fusion = await FusionPage.of(this.page, this.site.person, this.jobId)
    this.#frame = await this.shownFrame()
  }

  protected read(payload: JobPayloadAnswer): Meant {
    const names = new Map(payload.tag.classes.map(({ classId, name }) => [classId, name]))
    const { tracks } = fromPlainDocument(payload.document)
    return new Map(
      Array.from(tracks.values(), (track): [string, Thing] => {
        const thing = thingOf(track, FRAMES)
        return [track.id, { ...thing, classId: names.get(thing.classId) ?? thing.classId }]
      }),
    )
  }

  protected difference(meant: Meant, payload: JobPayloadAnswer): string | null {
    const document = fromPlainDocument(payload.document)
    const there = this.read(payload)
    const left = new Set(there.keys())
    for (const [id, thing] of meant) {
      const fitting = left.has(id) ? [id] : [...left].filter((one) => !meant.has(one))
      const reasons = fitting.map((one) => {
        const other = there.get(one)
        const delivered = deliveredOf(document, document.tracks.get(one)!)
        if (other?.classId !== thing.classId) return `it is ${other?.classId}`
        return isFitted(thing)
          ? fittedDifference(thing, delivered[thing.keys[0].frame].box)
          : differenceOf(shownOf(thing, FRAMES), delivered)
      })
      const at = reasons.indexOf(null)
      if (at < 0) return `${thing.classId} ${id}: ${reasons[0] ?? 'it is not there'}`
      left.delete(fitting[at])
    }
    return left.size > 0 ? `${left.size} objects too many` : null
  }

  protected async deliveredDifference(result: unknown): Promise<string | null> {
    const meant = [...this.meant.values()].flatMap((thing) =>
      shownOf(thing, FRAMES).flatMap(({ box }) => (box ? [thing.classId] : [])),
    )
    const delivered = labelsIn(result).length
    return delivered === meant.length ? null : `meant ${meant.length} boxes, delivered ${delivered}`
  }

  protected async act({ kind, r }: ModeAct): Promise<Meant | null> {
    switch (kind as Kind) {
      case 'draw':
        return this.#draw(r)
      case 'clickOnNothing':
        return this.#onNothing(r[0])
      case 'frame':
        return this.#goTo(Math.min(FRAMES - 1, Math.max(0, this.#frame + (r[0] < 0.65 ? 1 : -1))))
      default:
        return this.#edit(kind as Kind, r)
    }
  }

  async #edit(kind: Kind, r: readonly number[]): Promise<Meant | null> {
    const one = await this.#selected(r[0])
    if (!one) return null
    const { id, thing, box } = one
    const changed = (after: Thing): Meant => new Map(this.meant).set(id, after)
    switch (kind) {
      case 'nudge':
      case 'holdKey': {
        const times = kind === 'nudge' ? 1 : 4
        const { keyboard } = this.page
        for (let i = 0; i < times; i++) await keyboard.down('w')
        await keyboard.up('w')
        const [x, y] = [Math.cos(box.yaw), Math.sin(box.yaw)].map((way) => way * STEP_M * times)
        return changed(placedAt(thing, this.#frame, { ...box, x: box.x + x, y: box.y + y }))
      }
      case 'flip':
        await this.keys('Shift+C')
        return changed(placedAt(thing, this.#frame, { ...box, yaw: box.yaw + Math.PI }))
      case 'keyframe': {
        const key = thing.keys.find(({ frame }) => frame === this.#frame)
        if (key && thing.keys.filter((some) => some.box).length < 2) return null
        await this.keys('k')
        const keys = key
          ? thing.keys.filter((some) => some !== key)
          : put(thing.keys, { frame: this.#frame, box, placed: true, byHand: true })
        return changed({ ...thing, keys })
      }
      case 'end':
        return this.#end(one)
      case 'remove':
        await this.keys('Delete')
        return new Map([...this.meant].filter(([other]) => other !== id))
      case 'propagate':
        return this.#propagate(one)
      default:
        return null
    }
  }

  /** The objects that were seen last, so that one can be selected by its number in the list. */
  async #selected(r: number): Promise<{ id: string; thing: Thing; box: Box } | null> {
    await this.look({ kind: 'select', r: [] })
    const shown = [...this.meant].flatMap(([id, thing]) => {
      const { box } = shownAt(thing, this.#frame)
      return box ? [{ id, thing, box }] : []
    })
    const one = chosen(shown, r)
    if (!one) return null
    await this.#lookAt()
    await this.keys('e')
    const [at] = await this.#fusion.mainPlaces([{ x: one.box.x, y: one.box.y, z: one.box.z }])
    const isAlone = shown.every((other) => other === one || apart(other.box, one.box) > 3)
    if (!at || !isAlone) return null
    await this.page.mouse.click(...at)
    return one
  }

  async #lookAt(): Promise<void> {
    await this.keys('Escape', 'Escape')
    await this.#fusion.showAllFromAbove()
  }

  async #draw(r: readonly number[]): Promise<Meant | null> {
    const there = [...this.meant.values()].flatMap((thing) => shownAt(thing, this.#frame).box ?? [])
    const free = STANDING.filter(
      ({ classId, boxes }) => classId === 'car' && there.every((box) => apart(box, boxes[this.#frame]) > 4),
    )
    const standing = chosen(free, r[0])
    if (!standing) return null
    const box = standing.boxes[this.#frame]
    await this.#lookAt()
    await this.keys('1', 'b')
    const half = [(Math.cos(box.yaw) * box.length) / 2, (Math.sin(box.yaw) * box.length) / 2]
    const ends = await this.#fusion.mainPlaces([
      { x: box.x - half[0], y: box.y - half[1], z: 0 },
      { x: box.x + half[0], y: box.y + half[1], z: 0 },
    ])
    if (!ends[0] || !ends[1]) return null
    await this.drag([ends[0], ends[1]])
    const keys = [{ frame: this.#frame, box, placed: true, byHand: true }]
    const thing: Thing = {
      classId: 'car',
      attributes: {},
      occlusion: [],
      stationary: false,
      keys,
      camera: [],
      ...FITTED,
    }
    return new Map(this.meant).set(`new-${++this.#ids}`, thing)
  }

  async #onNothing(r: number): Promise<null> {
    const there = [...this.meant.values()].flatMap((thing) => shownAt(thing, this.#frame).box ?? [])
    const place = chosen(
      BARE.filter(({ x, y }) => there.every((box) => Math.hypot(box.x - x, box.y - y) > 6)),
      r,
    )
    if (!place) return null
    await this.#lookAt()
    await this.keys(String(CLASSES.length), 'b')
    const [at] = await this.#fusion.mainPlaces([place])
    if (!at) return null
    await this.page.mouse.click(...at)
    const isSaid = await this.page
      .locator('.pointer-message')
      .waitFor({ timeout: 10_000 })
      .then(
        () => true,
        () => false,
      )
    if (!isSaid) throw new Difference('a click with a tool for drawing makes nothing, and nothing is said')
    return null
  }

  async #goTo(frame: number): Promise<null> {
    // Boxes are fitted to the points of the frame in which they are drawn.
    await this.look({ kind: 'frame', r: [] })
    if (frame !== this.#frame) await this.#fusion.toFrame(frame)
    this.#frame = frame
    return null
  }

  async #end({ id, thing }: { id: string; thing: Thing }): Promise<Meant | null> {
    const shown = shownOf(thing, this.#frame)
    if (shown.every(({ box }) => !box)) return null
    await this.keys('o')
    const keys = thing.keys.filter(({ frame }) => frame < this.#frame)
    const before = shownAt(thing, this.#frame - 1).box
    const isMoving = thing.keys.some(({ frame, box }) => frame >= this.#frame && box) && before
    const held = isMoving ? put(keys, { frame: this.#frame - 1, box: before, placed: false, byHand: false }) : keys
    const after = { ...thing, keys: put(held, { frame: this.#frame, box: null, placed: false, byHand: false }) }
    return new Map(this.meant).set(id, after)
  }

  /** What comes of it is looked at: the frames up to this one stay as they are. */
  async #propagate({ id, thing }: { id: string; thing: Thing }): Promise<Meant | null> {
    await this.keys('Control+ArrowRight')
    await this.page
      .getByText(/^Propagated|^Not propagated/)
      .first()
      .waitFor()
    await this.keys('Control+s')
    await this.page.locator('[data-save-state=saved]').waitFor()
    const now = this.read(await this.site.payload(this.jobId))
    const after = now.get(id)
    if (!after) throw new Difference('what was propagated is gone')
    for (let frame = 0; frame <= this.#frame; frame++) {
      // Where it was only held it may come to be between two keyframes.
      if (!thing.keys.some((key) => key.frame === frame)) continue
      const difference = differenceOf([shownAt(thing, frame)], [shownAt(after, frame)])
      if (difference) throw new Difference(`propagation changed frame ${frame}: ${difference}`)
    }
    return new Map(this.meant).set(id, after)
  }
}

/** Of a box that the service fits to points: it is only near what is there, until it was looked at. */
const FITTED = { line: 'fitted' } as const
const isFitted = ({ line }: Thing): boolean => line === FITTED.line

function fittedDifference({ keys }: Thing, box: Box | null): string | null {
  const [{ box: truth }] = keys
  if (!truth || !box) return 'it is not there'
  const off = apart(truth, box)
  return off < NEAR_M ? null : `it is ${off.toFixed(2)} m beside its points`
}
