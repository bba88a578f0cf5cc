import type { Skeleton } from '../../model/skeleton.ts'
import type { Tag } from '../../model/tag.ts'

/** The skeleton of a class, by its name. */
export const skeletonOf = (tag: Tag, className: string): Skeleton | undefined =>
  tag.classes.find(({ name }) => name === className)?.skeleton

/**
 * The name of a key point in files: from the skeleton of its class, otherwise its number. A name that is another number
 * would be read as that number.
 */
export const keypointName = (skeleton: Skeleton | undefined, label: number): string => {
  const name = skeleton?.points[label - 1]?.name
  return name === undefined || /^\d+$/.test(name) ? String(label) : name
}
