import type { AttributeValue } from '../attribute.ts'
import { type ComparedJob, type ComparedObject, type ComparedSide, type Comparison, compare } from './compare.ts'
import { DEFAULT_COMPARE_OPTIONS } from './compareOptions.ts'
import { meanOf } from './figures.ts'
import { krippendorffAlpha } from './krippendorff.ts'

/** One object by its id in each of the documents, null where it is missing. */
export interface ObjectOfAll {
  objects: (string | null)[]
  /** Its track in each of the documents: records that nothing numbered have no id there. Of segments of points null. */
  tracks: (string | null)[]
  /** Null of segments of points, which are in no frame. */
  frame: number | null
  sensorId: string | null
  state: 'moved' | 'other_class' | 'missing'
}

export interface CandidateComparison {
  /** Mean over all pairs, 0 to 1. */
  score: number
  /** The document that is most like all others. */
  medoid: number
  pairs: { a: number; b: number; score: number }[]
  /** Objects in which the candidates differ. */
  differences: ObjectOfAll[]
  /** Krippendorff's α by attribute over the objects of all documents; null when only one value occurs. */
  alpha: Record<string, number | null>
}

/** Compares documents of one job with one another. The caller gives at least two. */
export function compareCandidates(
  sides: readonly ComparedSide[],
  job: ComparedJob,
  isLate: () => boolean,
): CandidateComparison {
  const compared = sides.map((a, i) =>
    sides.map((b, j) => (i < j ? compare(a, b, job, DEFAULT_COMPARE_OPTIONS, isLate) : null)),
  )
  const pairs = compared.flatMap((row, a) =>
    row.flatMap((comparison, b) => (comparison ? [{ a, b, score: comparison.score }] : [])),
  )
  const sums = sides.map((_, i) => pairs.reduce((sum, { a, b, score }) => sum + (a === i || b === i ? score : 0), 0))
  const medoid = sums.indexOf(Math.max(...sums))
  const groups = groupObjects(compared, medoid)
  return {
    score: meanOf(pairs.map(({ score }) => score)) ?? 1,
    medoid,
    pairs,
    differences: groups.flatMap(({ objects, state }) => (state === 'equal' ? [] : [ofAll(objects, state)])),
    alpha: alphas(sides, groups),
  }
}

interface Group {
  objects: (ComparedObject | null)[]
  state: 'equal' | ObjectOfAll['state']
}

function ofAll(objects: Group['objects'], state: ObjectOfAll['state']): ObjectOfAll {
  const first = objects.find((object) => object !== null)
  return {
    objects: objects.map((object) => object?.id ?? null),
    tracks: objects.map((object) => object?.trackId ?? null),
    frame: first?.frame ?? null,
    sensorId: first?.sensorId ?? null,
    state,
  }
}

/**
 * Groups the objects of all documents that represent the same thing: by the medoid's objects, then by the others in
 * turn for what it lacks.
 */
function groupObjects(compared: readonly (readonly (Comparison | null)[])[], medoid: number): Group[] {
  const count = compared.length
  const order = [medoid, ...Array.from({ length: count }, (_, i) => i).filter((i) => i !== medoid)]
  const groups: Group[] = []
  const taken = compared.map(() => new Set<string>())
  for (const [turn, base] of order.entries()) {
    const others = order.slice(turn + 1).map((other) => ({ other, of: matchesOf(compared, base, other) }))
    for (const object of objectsOf(compared, base)) {
      if (taken[base].has(object.id)) continue
      const group: Group = { objects: Array.from({ length: count }, () => null), state: 'equal' }
      group.objects[base] = object
      for (const { other, of } of others) {
        const match = of.get(object.id)
        if (!match || taken[other].has(match.object.id)) continue
        group.objects[other] = match.object
        taken[other].add(match.object.id)
        if (match.state === 'other_class' || (match.state === 'moved' && group.state === 'equal'))
          group.state = match.state
      }
      if (group.objects.includes(null)) group.state = 'missing'
      groups.push(group)
    }
  }
  return groups
}

const between = (compared: readonly (readonly (Comparison | null)[])[], one: number, other: number) =>
  compared[Math.min(one, other)][Math.max(one, other)]

function matchesOf(compared: readonly (readonly (Comparison | null)[])[], base: number, other: number) {
  const pairs = between(compared, base, other)?.pairs ?? []
  return new Map(
    pairs.map(({ a, b, state }) => (base < other ? [a.id, { object: b, state }] : [b.id, { object: a, state }])),
  )
}

/** The objects of one document, as one of its comparisons lists them. */
function objectsOf(compared: readonly (readonly (Comparison | null)[])[], index: number): ComparedObject[] {
  const other = index === 0 ? 1 : 0
  const comparison = between(compared, index, other)
  if (!comparison) return []
  const isA = index < other
  const alone = isA ? comparison.onlyA : comparison.onlyB
  return [...comparison.pairs.map(({ a, b }) => (isA ? a : b)), ...alone]
}

function alphas(sides: readonly ComparedSide[], groups: readonly Group[]): Record<string, number | null> {
  const attributes = sides.map(({ records }) => new Map(records.map((record) => [record.id, record.attributes])))
  const units = new Map<string, AttributeValue[][]>()
  for (const { objects } of groups) {
    const known = objects.map((object, i) => object && attributes[i].get(object.id))
    for (const name of new Set(known.flatMap((values) => [...(values?.keys() ?? [])]))) {
      const unit = known.map((values) => values?.get(name)).filter((value) => value !== undefined)
      units.set(name, [...(units.get(name) ?? []), unit])
    }
  }
  const sorted = [...units].sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, values]) => [name, alphaOf(values)]))
}

const alphaOf = (units: readonly (readonly AttributeValue[])[]): number | null =>
  krippendorffAlpha(units, units.flat().every((value) => typeof value === 'number') ? 'ordinal' : 'nominal')
