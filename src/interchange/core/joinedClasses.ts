import type { Attribute } from '../../model/attribute.ts'
import type { Skeleton } from '../../model/skeleton.ts'
import type { TagClass } from '../../model/tag.ts'

/** Some formats state once what several tags or classes have under one name. */

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

/** Joins a class of two tags: the result has the attributes of each, and a skeleton if theirs do not contradict each other. */
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

/** The longer skeleton, since new points are added at the end; undefined if a label means another point in each. */
function joinedSkeleton(first: Skeleton, second: Skeleton): Skeleton | undefined {
  const isSame = first.points.every(({ name }, index) => name === (second.points[index]?.name ?? name))
  if (!isSame) return undefined
  return second.points.length > first.points.length ? second : first
}
