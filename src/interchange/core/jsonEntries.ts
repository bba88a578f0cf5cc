import { type Static, type TSchema, Type } from 'typebox'
import { type SchemaCheck, schemaCheck } from '../../formats/json/schemaFailures.ts'
import type { JsonList } from '../../json/jsonOutline.ts'
import { ImportError, type ImportFailure } from './reader.ts'
import { readJsonPart } from './readJson.ts'

/** A list is refused after this many entries that do not fit, if none before did. */
const MAX_UNFIT = 1000

export interface JsonEntry<T> {
  value: T
  index: number
}

/**
 * The entries of a list that fit a schema, one in memory at a time; the others are reported.
 * @throws ImportError if none fits, or if the text is not JSON
 */
export function* jsonEntries<S extends TSchema>(
  list: JsonList,
  place: { name: string; field: string },
  check: SchemaCheck<S>,
  fail: (failure: ImportFailure) => void,
): Generator<JsonEntry<Static<S>>> {
  const unfit: ImportError[] = []
  let hasFit = false
  for (let index = 0; index < list.length; index++) {
    try {
      const field = `${place.field}[${index}]`
      const value = readJsonPart({ ...place, field }, check, () => list.at(index))
      hasFit = true
      for (const { failure } of unfit.splice(0)) fail(failure)
      yield { value, index }
    } catch (error) {
      if (!(error instanceof ImportError) || error.failure.type === 'ENCODING') throw error
      if (hasFit) fail(error.failure)
      else unfit.push(error)
      if (unfit.length === MAX_UNFIT) throw unfit[0]
    }
  }
  if (unfit.length > 0) throw unfit[0]
}

const checkAny = schemaCheck(Type.Unknown())

/**
 * The first entry of a list, which identifies its kind; undefined if the list is empty.
 * @throws ImportError if it is not JSON
 */
export const firstEntry = (list: JsonList, name: string): unknown =>
  list.length === 0 ? undefined : readJsonPart({ name, field: '[0]' }, checkAny, () => list.at(0))
