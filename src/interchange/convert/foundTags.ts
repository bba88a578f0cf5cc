import { classesIn, ownAttributesIn } from '../../formats/results/resultClasses.ts'
import { isResultOf } from '../../formats/results/resultForm.ts'
import type { ResultDocument } from '../../formats/results/schemas.ts'
import type { Attribute } from '../../model/attribute.ts'
import { splitInstance, type Tag, type TagClass } from '../../model/tag.ts'

/** The tags of results, as far as the results show them: classes and attributes that are used, by their names. */
export class FoundTags {
  readonly #tags = new Map<string, Tag>()

  /** @throws Error where results of two kinds name one tag */
  note(document: ResultDocument): void {
    const { tag: name, type: annotationType } = document
    const known = this.#tags.get(name)
    if (known && known.annotationType !== annotationType)
      throw new Error(`results of the tag ${name} are of two kinds: ${known.annotationType} and ${annotationType}`)
    this.#tags.set(name, {
      name,
      annotationType,
      review: null,
      instructions: null,
      classes: joined(known?.classes ?? [], classesOf(document), joinedClass),
      attributes: joined(known?.attributes ?? [], ownAttributesIn(document.data), joinedAttribute),
    })
  }

  list(): Tag[] {
    return [...this.#tags.values()]
  }

  of({ tag: name }: ResultDocument): Tag {
    const tag = this.#tags.get(name)
    if (!tag) throw new Error(`the tag ${name} was not noted`)
    return tag
  }
}

function classesOf(document: ResultDocument): TagClass[] {
  if (!isResultOf(document, 'points')) return classesIn([document.data])
  const entries = document.data.legend.filter((entry) => entry.label_key !== 0)
  return entries.map(({ value, class_id: classId, color }) => ({
    classId,
    name: splitInstance(value).className,
    color,
    instantiable: true,
    geometries: null,
    defaultSize: null,
    attributes: [],
    archived: false,
  }))
}

/** Joins two lists by name; entries with the same name become one. */
function joined<T extends { name: string }>(first: readonly T[], second: readonly T[], join: (a: T, b: T) => T): T[] {
  const byName = new Map<string, T>()
  for (const entry of [...first, ...second]) {
    const known = byName.get(entry.name)
    byName.set(entry.name, known ? join(known, entry) : entry)
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

const joinedClass = (a: TagClass, b: TagClass): TagClass => ({
  ...a,
  attributes: joined(a.attributes, b.attributes, joinedAttribute),
})

const joinedAttribute = (a: Attribute, b: Attribute): Attribute => ({
  ...a,
  options: [...new Set([...a.options, ...b.options])],
})
