import type { Index } from './documentOperation.ts'

/** The map with this entry at `index` among the others; null keeps its place, or appends. */
export function withEntryAt<V>(map: ReadonlyMap<string, V>, key: string, value: V, index: Index): Map<string, V> {
  if (index === null) return new Map(map).set(key, value)
  const others = [...map].filter(([other]) => other !== key)
  return new Map(others.toSpliced(index, 0, [key, value]))
}

export function withoutEntry<V>(map: ReadonlyMap<string, V>, key: string): Map<string, V> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}

/** Where the key stands, so that what takes it away can be taken back. */
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
