import type { WireAttributes } from '../records/flatRecords.ts'

interface NamedValue<V> {
  name: string
  val: V
}

/** Values by their kind, as OpenLABEL nests them in objects, contexts and geometries. */
export interface LabelValues {
  boolean?: NamedValue<boolean>[]
  num?: NamedValue<number>[]
  text?: NamedValue<string>[]
  vec?: NamedValue<(string | number)[]>[]
}

export function valuesOf(...groups: readonly WireAttributes[]): LabelValues {
  const all = groups.flatMap((group) => Object.entries(group).map(([name, { value: val }]) => ({ name, val })))
  const values: Required<LabelValues> = { boolean: [], num: [], text: [], vec: [] }
  for (const { name, val } of all) {
    if (typeof val === 'boolean') values.boolean.push({ name, val })
    else if (typeof val === 'number') values.num.push({ name, val })
    else if (typeof val === 'string') values.text.push({ name, val })
    else values.vec.push({ name, val })
  }
  return Object.fromEntries(Object.entries(values).filter(([, list]) => list.length > 0))
}

export const isEmpty = (values: object): boolean => Object.keys(values).length === 0

/** name and value of each. */
export function* givenValues({
  boolean = [],
  num = [],
  text = [],
  vec = [],
}: LabelValues): Generator<[string, unknown]> {
  for (const { name, val } of [...boolean, ...num, ...text, ...vec]) yield [name, val]
}
