/** Members of decoded messages, of which nothing is certain but that they were decoded. */
export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

/** A finite number, also of int64 and of texts as protobuf writes it; otherwise null. */
export function numberOf(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'string') return null
  const number = Number(value)
  return value !== '' && Number.isFinite(number) ? number : null
}

/** Whole and not negative; null otherwise. */
export function countOf(value: unknown): number | null {
  const number = numberOf(value)
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null
}

export const memberText = (value: unknown): string => (typeof value === 'string' ? value : '')

export function memberNumbers(value: unknown): number[] {
  if (Array.isArray(value)) return value.map((one) => numberOf(one) ?? Number.NaN)
  return ArrayBuffer.isView(value) && 'length' in value ? Array.from(value as unknown as ArrayLike<number>, Number) : []
}

/** Bytes as they are, or as base64 in JSON; null otherwise. */
export function memberBytes(value: unknown): Uint8Array | null {
  if (value instanceof Uint8Array) return value
  return typeof value === 'string' ? Buffer.from(value, 'base64') : null
}

/** The first member that is there: ROS, protobuf and older definitions spell some differently. */
export function memberOf(fields: Fields, ...names: readonly string[]): unknown {
  const name = names.find((one) => fields[one] !== undefined)
  return name === undefined ? undefined : fields[name]
}
