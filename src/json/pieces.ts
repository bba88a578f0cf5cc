import { LazyList } from './lazyList.ts'

const LARGE_LIST = 256

/**
 * `JSON.stringify(value)` of plain data in pieces: long lists entry by entry, since a string cannot be longer than 512
 * MiB, and a whole one would take memory in addition to its data.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  if (value instanceof LazyList || (Array.isArray(value) && value.length > LARGE_LIST)) {
    yield* listPieces(value)
  } else if (isObject(value) && Object.values(value).some(mayBeLarge)) {
    yield* objectPieces(value)
  } else yield JSON.stringify(value)
}

function* listPieces(list: Iterable<unknown>): Generator<string> {
  yield '['
  let comma = ''
  for (const entry of list) {
    yield `${comma}${JSON.stringify(entry) ?? 'null'}`
    comma = ','
  }
  yield ']'
}

function* objectPieces(object: object): Generator<string> {
  yield '{'
  let isFirst = true
  for (const [key, entry] of Object.entries(object)) {
    // Same as JSON.stringify: undefined members are left out.
    if (entry === undefined) continue
    yield `${isFirst ? '' : ','}${JSON.stringify(key)}:`
    yield* jsonPieces(entry)
    isFirst = false
  }
  yield '}'
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Short lists are not examined: no data of ours has a long list in a short one. */
const mayBeLarge = (value: unknown): boolean =>
  value instanceof LazyList ||
  (Array.isArray(value) ? value.length > LARGE_LIST : isObject(value) && Object.values(value).some(mayBeLarge))
