import { ImportError } from '../../interchange/core/reader.ts'
import { instanceName, openClasses, splitInstance, type Tag } from '../../model/tag.ts'
import type { ImportedClass } from '../../store/project/imports/imports.ts'

/** The most names that are counted; a data set with more does not contain classes. */
const MAX_NAMES = 10_000
const NAMES_SAID = 10

interface ClassOptions {
  /** Names of the data set → classes of the tag. */
  map?: Readonly<Record<string, string>>
  drop_unknown?: boolean
}

/** The classes that a data set names, and what becomes of each under the tag. */
export class ClassNames {
  readonly #parts = new Map<string, number>()
  readonly #known: ReadonlySet<string>
  readonly #map: ReadonlyMap<string, string>
  readonly #dropsUnknown: boolean

  constructor(tag: Tag, { map = {}, drop_unknown = false }: ClassOptions) {
    this.#known = new Set(openClasses(tag).map(({ name }) => name))
    this.#map = new Map(Object.entries(map))
    this.#dropsUnknown = drop_unknown
  }

  /** Counts the names of one part. */
  note(labels: ReadonlySet<string>): void {
    for (const name of new Set([...labels].map((label) => splitInstance(label).className))) {
      const count = this.#parts.get(name)
      if (count === undefined && this.#parts.size >= MAX_NAMES)
        throw new ImportError(
          { file: '', type: 'NOT_THIS_FORMAT' },
          `the data set names more than ${MAX_NAMES} classes`,
        )
      this.#parts.set(name, (count ?? 0) + 1)
    }
  }

  list(): ImportedClass[] {
    return [...this.#parts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, parts]) => ({ name, parts, class: this.#classOf(name), dropped: 0 }))
  }

  /** @throws ImportError for names without a class, unless they are to be left out. */
  refuseUnknown(): void {
    const unknown = this.unknown()
    if (unknown.length === 0 || this.#dropsUnknown) return
    const said = unknown
      .slice(0, NAMES_SAID)
      .map((name) => name || '"" (objects without a class)')
      .join(', ')
    const more = unknown.length > NAMES_SAID ? ` and ${unknown.length - NAMES_SAID} more` : ''
    throw new ImportError(
      { file: '', field: unknown[0], type: 'UNKNOWN' },
      `the tag has no class for ${said}${more}: name one in options.map, or leave them out with options.drop_unknown`,
    )
  }

  unknown(): string[] {
    return this.list().flatMap((one) => (one.class === null ? [one.name] : []))
  }

  /** The label in the tag, with its instance; null leaves the record out. */
  rename(label: string): string | null {
    const { className, instance } = splitInstance(label)
    const found = this.#classOf(className)
    return found === null ? null : instanceName(found, instance)
  }

  #classOf(name: string): string | null {
    const wanted = this.#map.get(name) ?? name
    return this.#known.has(wanted) ? wanted : null
  }
}
