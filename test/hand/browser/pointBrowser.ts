import type { JobPayloadAnswer } from '../../../src/contract/payload.ts'
import { decodeLabels } from '../../../src/formats/document/labelsFile.ts'
import { FusionPage, loaded } from '../../web/fusionPage.ts'
import { STREET_TAG_CLASSES } from '../../web/segmentationPayload.ts'
import { actsOf } from '../anyAct.ts'
import { chosen, type ModeAct } from '../intentRun.ts'
import { BLOCKS, YARD } from '../points/yard.ts'
import { AROUND, BrowserRun } from './browserRun.ts'
import type { HandSite } from './handSite.ts'

const WEIGHTS = { rectangle: 14, lasso: 6, erase: 5, goOn: 5, ...AROUND } as const
type Kind = keyof typeof WEIGHTS
export const anyPointBrowserAct = actsOf(WEIGHTS)

/** The name of each point; of an instance with what tells it apart. */
type Names = readonly string[]

const CLASSES = ['road', 'building', 'car', 'pedestrian'] as const
const INSTANCES: ReadonlySet<string> = new Set(['car', 'pedestrian'])
const HALF_M = [1.6, 1.1]

/** A person who labels points on the real page. */
export class PointBrowser extends BrowserRun<Names> {
  #fusion!: FusionPage
  #labels: Uint32Array = new Uint32Array()
  #instances = 0
  #going: string | null = null

  private constructor(site: HandSite) {
    super(site, 'points', Array(YARD.positions.length / 3).fill(''))
  }

  static async start(site: HandSite): Promise<PointBrowser> {
    const run = new PointBrowser(site)
    await run.begin()
    return run
  }

  protected async loaded(): Promise<void> {
    await loaded(this.page)
    this.#fusion = await FusionPage.of(this.page, this.site.person, this.jobId)
    await this.#fusion.showAllFromAbove()
    this.#going = null
  }

  protected read(): Names {
    return this.meant
  }

  protected difference(meant: Names, payload: JobPayloadAnswer): string | null {
    const names = namesOf(payload, this.#labels)
    return sameUpToNumbers(meant, names)
  }

  protected override async payload(): Promise<JobPayloadAnswer> {
    const payload = await this.site.payload(this.jobId)
    const { bytes } = await this.site.person.call('GET', payload.labelsUrl ?? '')
    this.#labels = decodeLabels(bytes)
    return payload
  }

  protected async deliveredDifference(): Promise<string | null> {
    return null
  }

  protected async act({ kind, r }: ModeAct): Promise<Names | null> {
    switch (kind as Kind) {
      case 'rectangle':
        return this.#stroke(r, 't', false)
      case 'lasso':
        return this.#stroke(r, 'l', false)
      case 'goOn':
        return this.#going === null ? null : this.#stroke(r, 't', true)
      case 'erase':
        return this.#erase(r)
      default:
        return null
    }
  }

  #corners(r: readonly number[]): { corners: readonly (readonly [number, number])[]; taken: number[] } {
    const [x, y] = chosen(BLOCKS, r[0]) ?? BLOCKS[0]
    const width = r[2] < 0.6 ? 2 * HALF_M[0] : HALF_M[0]
    const [left, right] = [x - HALF_M[0] + 0.07, x - HALF_M[0] + 0.07 + width]
    const [low, high] = [y - HALF_M[1] + 0.07, y + HALF_M[1] + 0.07]
    const corners = [
      [left, low],
      [right, low],
      [right, high],
      [left, high],
    ] as const
    return { corners, taken: [left, right, low, high] }
  }

  async #stroke(r: readonly number[], key: string, isGoingOn: boolean): Promise<Names | null> {
    const { corners } = this.#corners(r)
    const className = isGoingOn ? (this.#going ?? '').split('#')[0] : (chosen(CLASSES, r[1]) ?? 'car')
    const places = await this.#fusion.mainPlaces(corners.map(([x, y]) => ({ x, y, z: -1.8 })))
    if (places.some((place) => place === null)) return null
    if (!isGoingOn) {
      const digit = STREET_TAG_CLASSES.findIndex(({ name }) => name === className) + 1
      await this.keys('Escape', 'Escape', 'Escape', String(digit))
      if (INSTANCES.has(className)) await this.keys('n')
    }
    await this.keys(key)
    const way = places as [number, number][]
    await this.drag(key === 't' ? [way[0], way[2]] : way)
    if (!isGoingOn) this.#going = INSTANCES.has(className) ? `${className}#${++this.#instances}` : null
    const name = this.#going ?? className
    return this.#labelled(await this.#inside(way), name)
  }

  async #erase(r: readonly number[]): Promise<Names | null> {
    const { corners } = this.#corners(r)
    const places = await this.#fusion.mainPlaces(corners.map(([x, y]) => ({ x, y, z: -1.8 })))
    if (places.some((place) => place === null)) return null
    await this.keys('Escape', 'Escape', 'Escape', '1', 't')
    const way = places as [number, number][]
    await this.page.keyboard.down('Control')
    await this.drag([way[0], way[2]])
    await this.page.keyboard.up('Control')
    this.#going = null
    return this.#labelled(await this.#inside(way), '')
  }

  /** null: a stroke that changes nothing is no step of undo. */
  #labelled(inside: ReadonlySet<number>, name: string): Names | null {
    if ([...inside].every((i) => this.meant[i] === name)) return null
    return this.meant.map((was, i) => (inside.has(i) ? name : was))
  }

  /** Points that are drawn inside; none lies near the border. */
  async #inside(way: readonly (readonly [number, number])[]): Promise<Set<number>> {
    const points = Array.from({ length: YARD.positions.length / 3 }, (_, i) => {
      const [x, y, z] = YARD.positions.subarray(3 * i, 3 * i + 3)
      return { x, y, z }
    })
    const drawn = await this.#fusion.mainPlaces(points)
    const [xs, ys] = [way.map(([x]) => x), way.map(([, y]) => y)]
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    return new Set(
      drawn.flatMap((at, i) => (at && at[0] > left && at[0] < right && at[1] > top && at[1] < bottom ? [i] : [])),
    )
  }
}

function namesOf({ document, tag }: JobPayloadAnswer, labels: Uint32Array): string[] {
  const classes = new Map(tag.classes.map(({ classId, name }) => [classId, name]))
  const names = new Map(
    document.legend.map(({ labelKey, classId, instance }) => {
      const name = classes.get(classId ?? '') ?? '?'
      return [labelKey, instance === null ? name : `${name}#${instance}`]
    }),
  )
  return Array.from(labels, (key) => (key === 0 ? '' : (names.get(key) ?? '?')))
}

/** The same points have the same names; which number an instance has is the page's. */
function sameUpToNumbers(meant: Names, names: Names): string | null {
  const numbered = new Map<string, string>()
  const other: number[] = []
  for (const [i, name] of meant.entries()) {
    const found = names[i]
    const known = numbered.get(name)
    if (name.includes('#') && known === undefined && found.split('#')[0] === name.split('#')[0])
      numbered.set(name, found)
    if ((numbered.get(name) ?? name) !== found) other.push(i)
  }
  const [first] = other
  if (first === undefined) return null
  return `${other.length} points, ${first} first: meant ${meant[first] || 'no label'}, saved ${names[first] || 'no label'}`
}
