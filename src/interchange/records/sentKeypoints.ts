import type { ReadRequest } from '../core/reader.ts'
import { skeletonOf } from './keypointName.ts'
import type { ReadPlace } from './submittedImage.ts'

const NUMBER = /^\d{1,9}$/

/** Finds the labels of an object's key points, which each data set names in another order. */
export interface SentKeypoints {
  /** Reports a point that the skeleton of the class does not have, and returns null. */
  labelOf(index: number): number | null
}

/**
 * A numeric name is the label. Names of the skeleton are looked up in it, and other names then have no label; if the
 * class has no skeleton or none of the names is in it, positions count. `className`: the class as the tag spells it.
 */
export function sentKeypoints(
  names: readonly (string | undefined)[],
  className: string | null,
  place: ReadPlace,
  { tag, fail }: ReadRequest,
): SentKeypoints {
  const skeleton = className === null ? undefined : skeletonOf(tag, className)
  const labels = new Map(skeleton?.points.map(({ name }, index) => [name, index + 1]))
  const isNamed = names.some((name) => name !== undefined && labels.has(name))
  return {
    labelOf(index) {
      const name = names[index] ?? ''
      if (NUMBER.test(name)) return Number(name)
      if (!isNamed) return index + 1
      const label = labels.get(name) ?? null
      if (label === null) fail({ ...place, field: keypointField(place, name), type: 'UNKNOWN', lost: name })
      return label
    },
  }
}

const keypointField = ({ field }: ReadPlace, name: string): string =>
  field ? `${field}.keypoints.${name}` : `keypoints.${name}`
