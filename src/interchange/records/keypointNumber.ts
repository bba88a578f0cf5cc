import type { Skeleton } from '../../model/skeleton.ts'

/** As files name it: by the skeleton of its class, else by its number. A name that is another number would be read as that. */
export const keypointName = (skeleton: Skeleton | undefined, label: number): string => {
  const name = skeleton?.points[label - 1]?.name
  return name === undefined || /^\d+$/.test(name) ? String(label) : name
}

/** Key points are numbers here; where a data set names them by words, their places count. */
export const keypointNumber = (name: string | undefined, index: number): number =>
  name !== undefined && /^\d{1,9}$/.test(name) ? Number(name) : index + 1
