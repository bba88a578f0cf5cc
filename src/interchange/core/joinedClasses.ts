import type { Attribute } from '../../model/attribute.ts'
import type { Skeleton } from '../../model/skeleton.ts'
import type { TagClass } from '../../model/tag.ts'

/** What formats say once of things that several tags or classes have under one name. */

/** One attribute a name, with the choices of all that have its type; the first one decides. */
export function joinedAttributes(attributes: Iterable<Attribute>): Attribute[] {
  const byName = new Map<string, Attribute>()
  for (const attribute of attributes) {
    const known = byName.get(attribute.name)
    if (!known) byName.set(attribute.name, attribute)
    else if (known.type === attribute.type)
      byName.set(known.name, { ...known, options: [...new Set([...known.options, ...attribute.options])] })
  }
  return [...byName.values()]
}

/** A class of two tags: all attributes of both, and a skeleton where they do not contradict each other. */
export function joinedClass(first: TagClass, second: TagClass): TagClass {
  const { skeleton: _, ...plain } = first
  const skeleton =
    first.skeleton && second.skeleton
      ? joinedSkeleton(first.skeleton, second.skeleton)
      : (first.skeleton ?? second.skeleton)
  return {
    ...plain,
    attributes: joinedAttributes([...first.attributes, ...second.attributes]),
    ...(skeleton && { skeleton }),
  }
}

/** The longer one, since new points go to the end; none where a label is another point in each. */
function joinedSkeleton(first: Skeleton, second: Skeleton): Skeleton | undefined {
  const isSame = first.points.every(({ name }, index) => name === (second.points[index]?.name ?? name))
  if (!isSame) return undefined
  return second.points.length > first.points.length ? second : first
}
