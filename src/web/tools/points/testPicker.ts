import { type Cuboid, cuboidContains } from '../../../geometry/cuboid.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import type { PointLabels } from '../../../model/document/document.ts'
import type { PickRules, PickSurface, PointIndices, PointPicker } from '../../view3d/pointPicker.ts'
import { type ScreenPoint, screenOf } from '../../view3d/viewCamera.ts'

/** A picker for tests over a handful of points, slow and plain. Slots are label_keys; hidden points are not looked for. */
export class TestPicker implements PointPicker {
  readonly asked: string[] = []
  readonly #points: readonly Vec3[]
  readonly #labels: PointLabels
  #surface: PickSurface | null = null
  #rules: PickRules | null = null
  #found = new Set<number>()

  constructor(points: readonly Vec3[], labels: PointLabels) {
    this.#points = points
    this.#labels = labels
  }

  async begin(surface: PickSurface, rules: PickRules): Promise<void> {
    await this.#say('begin')
    this.#surface = surface
    this.#rules = rules
    this.#found = new Set()
  }

  async brush(from: ScreenPoint, to: ScreenPoint, radiusPx: number): Promise<PointIndices> {
    await this.#say('brush')
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const indices = this.#onScreen(({ x, y }) => {
      const way = dx * dx + dy * dy
      const along = way === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / way))
      return Math.hypot(x - from.x - along * dx, y - from.y - along * dy) <= radiusPx
    }).filter((index) => !this.#found.has(index))
    for (const index of indices) this.#found.add(index)
    return Uint32Array.from(indices)
  }

  async polygon(corners: readonly ScreenPoint[]): Promise<PointIndices> {
    await this.#say('polygon')
    const isInside = ({ x, y }: ScreenPoint) =>
      corners.reduce((inside, a, i) => {
        const b = corners[(i + 1) % corners.length]
        const crosses = a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x
        return crosses ? !inside : inside
      }, false)
    return Uint32Array.from(this.#onScreen(isInside))
  }

  async cuboid(cuboid: Cuboid, rules: PickRules): Promise<PointIndices> {
    await this.#say('cuboid')
    return this.#taken(rules, (point) => cuboidContains(cuboid, point))
  }

  async ground(aboveM: number, rules: PickRules): Promise<PointIndices> {
    await this.#say('ground')
    return this.#taken(rules, ({ z }) => z <= aboveM)
  }

  surface(): Promise<never> {
    throw new Error('not for these tests')
  }

  clusters(): Promise<never> {
    throw new Error('not for these tests')
  }

  nextCluster(): Promise<never> {
    throw new Error('not for these tests')
  }

  #taken(rules: PickRules, isMeant: (point: Vec3) => boolean): PointIndices {
    const { takes, heightsM, crop } = rules
    const indices = this.#points.flatMap((point, index) => {
      const isIn = !heightsM || (point.z >= heightsM[0] && point.z <= heightsM[1])
      const isHere = isIn && (!crop || cuboidContains(crop, point))
      return takes[this.#labels[index]] && isHere && isMeant(point) ? [index] : []
    })
    return Uint32Array.from(indices)
  }

  #onScreen(isMeant: (at: ScreenPoint) => boolean): number[] {
    const surface = this.#surface
    if (surface?.kind !== 'view' || !this.#rules) throw new Error('begin first')
    return [
      ...this.#taken(this.#rules, (point) => {
        const at = screenOf(surface.viewCamera, point)
        return at !== null && isMeant(at)
      }),
    ]
  }

  /** Answers later, as a worker does. */
  async #say(what: string): Promise<void> {
    this.asked.push(what)
    await Promise.resolve()
  }
}
