/**
 * Whether values are identical, or plain objects, arrays or sets with the same content. Maps and instances of classes
 * count by identity.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((part, i) => isSameValue(part, b[i]))
  if (a instanceof Set && b instanceof Set) return a.size === b.size && [...a].every((part) => b.has(part))
  if (!isPlain(a) || !isPlain(b)) return false
  const others = new Map(Object.entries(b))
  const parts = Object.entries(a)
  return (
    parts.length === others.size && parts.every(([key, part]) => others.has(key) && isSameValue(part, others.get(key)))
  )
}

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype
