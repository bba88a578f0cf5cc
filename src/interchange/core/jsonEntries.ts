import { type Static, type TSchema, Type } from 'typebox'
import { type SchemaCheck, schemaCheck } from '../../formats/json/schemaFailures.ts'
import type { JsonList } from './jsonOutline.ts'
import { ImportError, type ImportFailure } from './reader.ts'
import { readJsonPart } from './readJson.ts'

/** After so many entries that do not fit, and none that does, a list is one of something else. */
const MAX_UNFIT = 1000

export interface JsonEntry<T> {
  value: T
  index: number
}

/**
 * The entries of a list that fit a schema, one in memory at a time; the others are reported. @throws ImportError where none
 * of them fits, and for what is no JSON
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

/** What a list begins with, to tell what it is a list of; undefined where it is empty. @throws ImportError for what is no JSON */
export const firstEntry = (list: JsonList, name: string): unknown =>
  list.length === 0 ? undefined : readJsonPart({ name, field: '[0]' }, checkAny, () => list.at(0))
