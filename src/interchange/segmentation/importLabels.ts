import { type Static, Type } from 'typebox'
import { instanceName, splitInstance, type Tag } from '../../model/tag.ts'

/** A class by its name in the data set, and the number of an instance. */
export interface SentLabel {
  label: string
  instance: number | null
}

export interface SentLabels {
  /** One number a point, in the order of the cloud. */
  words: Uint32Array
  /** The meaning of numbers; numbers without one are unlabelled. */
  meanings: ReadonlyMap<number, SentLabel>
}

/**
 * `data` of a segmentation as submitted. `onLostInstance` is called for instances of classes that do not have
 * instances.
 */
export function segmentationData(
  tag: Tag,
  { words, meanings }: SentLabels,
  rename: (label: string) => string | null,
  onLostInstance: (value: string) => void,
): { legend: object[]; labels: number[] } {
  const keys = new Map<number, number>([[0, 0]])
  const keyOfValue = new Map<string, number>()
  for (const [word, { label, instance }] of [...meanings].sort(([a], [b]) => a - b)) {
    const name = rename(label)
    if (name === null) continue
    const hasInstances = tag.classes.some((one) => one.name === name && one.instantiable && !one.archived)
    if (instance !== null && !hasInstances) onLostInstance(instanceName(label, instance))
    const value = instanceName(name, hasInstances ? instance : null)
    const key = keyOfValue.get(value) ?? keyOfValue.size + 1
    keyOfValue.set(value, key)
    keys.set(word, key)
  }
  return {
    legend: [...keyOfValue].map(([value, label_key]) => ({ label_key, value })),
    labels: Array.from(words, (word) => keys.get(word) ?? 0),
  }
}

/** A legend as results have it. */
export const SentLegend = Type.Array(
  Type.Object({
    label_key: Type.Integer({ minimum: 0 }),
    value: Type.String(),
    id: Type.Optional(Type.String()),
    color: Type.Optional(Type.String()),
  }),
)

/** `data` as submitted, for labels that have their legend: numbers, ids and colours stay. */
export function legendData(
  legend: Static<typeof SentLegend>,
  words: Uint32Array,
  rename: (label: string) => string | null,
): { legend: object[]; labels: number[] } {
  const kept: object[] = []
  const keys = new Map<number, number>()
  const keyOfValue = new Map<string, number>()
  for (const { label_key, value, id, color } of legend) {
    const { className, instance } = splitInstance(value)
    const name = label_key === 0 ? className : rename(className)
    if (name === null) continue
    const renamed = instanceName(name, instance)
    const known = keyOfValue.get(renamed)
    keys.set(label_key, known ?? label_key)
    if (known !== undefined) continue
    keyOfValue.set(renamed, label_key)
    kept.push({ label_key, value: renamed, ...(id && { id }), ...(color && { color }) })
  }
  return { legend: kept, labels: Array.from(words, (word) => keys.get(word) ?? 0) }
}

/** The classes that a legend names. */
export const legendLabels = (legend: Static<typeof SentLegend>): Set<string> =>
  new Set(legend.flatMap(({ label_key, value }) => (label_key === 0 ? [] : [splitInstance(value).className])))

/** Every number that occurs, each once. */
export function wordsInUse(words: Uint32Array): Set<number> {
  const used = new Set<number>()
  let last = -1
  for (const word of words) {
    if (word === last) continue
    last = word
    used.add(word)
  }
  return used
}
