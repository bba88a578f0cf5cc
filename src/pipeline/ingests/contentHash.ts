import { createHash } from 'node:crypto'
import { canonicalJson } from '../../json/canonical.ts'

/** Members of a job's data that are addresses of files. */
const ADDRESSES: ReadonlySet<string> = new Set(['image_url', 'src', 'data_url'])

/** SHA-256 of the data of a job under a tag, whose files are named by what identifies their content. */
export const contentHash = (tag: string, data: object): Buffer =>
  createHash('sha256')
    .update(canonicalJson([tag, data]))
    .digest()

/** The data with each address replaced. */
export function withAddresses(data: unknown, replace: (address: string) => string): unknown {
  if (Array.isArray(data)) return data.map((entry) => withAddresses(entry, replace))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      ADDRESSES.has(name) && typeof value === 'string' ? replace(value) : withAddresses(value, replace),
    ]),
  )
}

/** The addresses in the data of a job, each with its JSON path from the body's root. */
export function* addressesIn(data: unknown, field: string): Generator<{ field: string; address: string }> {
  if (Array.isArray(data)) {
    for (const [index, entry] of data.entries()) yield* addressesIn(entry, `${field}[${index}]`)
  } else if (typeof data === 'object' && data !== null) {
    for (const [name, value] of Object.entries(data)) {
      if (ADDRESSES.has(name) && typeof value === 'string') yield { field: `${field}.${name}`, address: value }
      else yield* addressesIn(value, `${field}.${name}`)
    }
  }
}
