import type { Index } from './documentOperation.ts'

/** A map that belongs to one batch of operations: each changes it in place instead of copying it. */
export class ChangeSetMap<V> extends Map<string, V> {}

const ownMap = <V>(map: ReadonlyMap<string, V>): Map<string, V> => (map instanceof ChangeSetMap ? map : new Map(map))

/** The map with this entry replacing the one with its key, or added at the end. */
export const withEntry = <V>(map: ReadonlyMap<string, V>, key: string, value: V): Map<string, V> =>
  ownMap(map).set(key, value)

/** The map with this entry at `index` among the others; null keeps its place, or appends. */
export function withEntryAt<V>(map: ReadonlyMap<string, V>, key: string, value: V, index: Index): Map<string, V> {
  if (index === null) return withEntry(map, key, value)
  const others = [...map].filter(([other]) => other !== key)
  const entries = others.toSpliced(index, 0, [key, value])
  return map instanceof ChangeSetMap ? new ChangeSetMap(entries) : new Map(entries)
}

export function withoutEntry<V>(map: ReadonlyMap<string, V>, key: string): Map<string, V> {
  const rest = ownMap(map)
  rest.delete(key)
  return rest
}

/** The index of the key, so that its removal can be undone. */
export function indexOfKey(map: ReadonlyMap<string, unknown>, key: string): number {
  let index = 0
  for (const other of map.keys()) {
    if (other === key) return index
    index++
  }
  return -1
}

/** The map with the value, or without the name where the value is null. */
export const withValue = <V>(map: ReadonlyMap<string, V>, name: string, value: V | null): ReadonlyMap<string, V> =>
  value === null ? withoutEntry(map, name) : new Map(map).set(name, value)
