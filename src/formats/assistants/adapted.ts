import type { FlatShape } from '../../model/document/shape.ts'
import { openClasses, type Tag } from '../../model/tag.ts'
import type { ImageSize } from '../results/jobContext.ts'
import { IMAGE_GROUPS, writeShape } from '../results/wireShapes.ts'
import { looseNumber } from './loose.ts'

/** What a server of another kind answered, in our words. */
export interface Adapted {
  answer: Record<string, unknown>
  /** Labels without a class, with their counts. */
  dropped: { label: string; count: number }[]
  /** Objects that are one. */
  merges?: readonly (readonly [string, string])[]
}

/** Gathers shapes of one image, under the names of our classes. */
export class AdaptedShapes {
  readonly #classes: ReadonlySet<string>
  readonly #map: Readonly<Record<string, string>>
  readonly #image: ImageSize
  readonly #dropped = new Map<string, number>()
  readonly #shapes: { label: string; shape: FlatShape; score: number | null }[] = []

  constructor(tag: Tag, map: Readonly<Record<string, string>>, image: ImageSize) {
    this.#classes = new Set(openClasses(tag).map(({ name }) => name))
    this.#map = map
    this.#image = image
  }

  /** Our class for a label; null counts it as dropped. */
  classOf(label: string): string | null {
    const name = Object.hasOwn(this.#map, label) ? this.#map[label] : label
    if (this.#classes.has(name)) return name
    this.drop(label)
    return null
  }

  drop(label: string): void {
    this.#dropped.set(label, (this.#dropped.get(label) ?? 0) + 1)
  }

  add(label: string, shape: FlatShape | null, score: number | null): void {
    const name = this.classOf(label)
    if (name === null) return
    if (shape) this.#shapes.push({ label: name, shape, score })
    else this.drop(label)
  }

  /** `data` and scores of `predict`, with the attributes of the image. */
  predicted(imageAttributes: Record<string, { value: unknown }> = {}): Adapted {
    const groups = IMAGE_GROUPS.map(({ name, kind }) => {
      const own = this.#shapes.filter(({ shape }) => shape.type === kind)
      const records = own.map(({ label, shape }) => ({ label, type: kind, ...writeShape(shape, this.#image) }))
      return { name, records, scores: own.map(({ score }) => score) }
    })
    return {
      answer: {
        data: {
          annotations: Object.fromEntries(groups.map(({ name, records }) => [name, records])),
          ...(Object.keys(imageAttributes).length > 0 && { image_attributes: imageAttributes }),
        },
        scores: groups.flatMap(({ scores }) => scores),
      },
      dropped: this.#droppedList(),
    }
  }

  #droppedList() {
    return Array.from(this.#dropped, ([label, count]) => ({ label, count }))
  }
}

/** The share that others call a score, also from per cent; null for anything else. */
export const scoreOf = (value: unknown): number | null => {
  const number = looseNumber(value)
  if (Number.isNaN(number)) return null
  return Math.min(1, Math.max(0, number > 1 && number <= 100 ? number / 100 : number))
}
