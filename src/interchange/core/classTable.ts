import type { Tag, TagClass } from '../../model/tag.ts'

export interface ExportClass {
  name: string
  /** Place among all classes, from 0: stable as long as tags only gain classes. */
  index: number
  tagClass: TagClass
}

/** The classes of all chosen tags: those of the same name are one, in the order of the tags' names and of each tag. */
export class ClassTable {
  readonly list: readonly ExportClass[]
  readonly #byName: ReadonlyMap<string, ExportClass>

  constructor(tags: readonly Tag[]) {
    const byName = new Map<string, ExportClass>()
    for (const tag of [...tags].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      for (const tagClass of tag.classes) {
        if (!byName.has(tagClass.name)) byName.set(tagClass.name, { name: tagClass.name, index: byName.size, tagClass })
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
}
