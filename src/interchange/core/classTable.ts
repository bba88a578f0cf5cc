import type { Tag, TagClass } from '../../model/tag.ts'
import { joinedClass } from './joinedClasses.ts'

export interface ExportClass {
  name: string
  /** Place among all classes, from 0: stable as long as tags only gain classes. */
  index: number
  tagClass: TagClass
}

/** The classes of all chosen tags: classes with the same name are one, ordered by tag name and then as in the tag. */
export class ClassTable {
  readonly list: readonly ExportClass[]
  readonly #byName: ReadonlyMap<string, ExportClass>

  constructor(tags: readonly Tag[]) {
    const byName = new Map<string, ExportClass>()
    for (const tag of [...tags].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      for (const tagClass of tag.classes) {
        const { name } = tagClass
        const known = byName.get(name)
        if (known) byName.set(name, { ...known, tagClass: joinedClass(known.tagClass, tagClass) })
        else byName.set(name, { name, index: byName.size, tagClass })
      }
    }
    this.#byName = byName
    this.list = [...byName.values()]
  }

  /** The class that a record names by its `label`. @throws RangeError: a result only names classes of its tag. */
  of(label: string): ExportClass {
    const found = this.#byName.get(label)
    if (!found) throw new RangeError(`no chosen tag has the class ${label}`)
    return found
  }

  /**
   * The name of each class in a format that cannot write every name: `write` makes one safe, and a number distinguishes
   * those that would be the same (`police car` and `police_car`). Names that need no change stay.
   */
  writtenNames(write: (name: string) => string): ReadonlyMap<string, string> {
    const taken = new Set(this.list.flatMap(({ name }) => (write(name) === name ? [name] : [])))
    const written = new Map<string, string>()
    for (const { name } of this.list) {
      const wanted = write(name)
      let unique = wanted
      for (let number = 2; wanted !== name && taken.has(unique); number++) unique = `${wanted}_${number}`
      taken.add(unique)
      written.set(name, unique)
    }
    return written
  }
}
