import type { Static, TSchema } from 'typebox'
import { faultText } from '../../formats/errors/fault.ts'
import { JsonTextError } from '../../formats/json/jsonTextError.ts'
import type { SchemaCheck } from '../../formats/json/schemaFailures.ts'
import { parseJson } from '../../formats/json/text.ts'
import { ImportError, type SentArchive } from './reader.ts'

/** Larger ones are not read: a JSON file is held whole while it is. */
export const MAX_JSON_BYTES = 256 * 1024 * 1024

/** Reads a JSON entry and checks its shape. @throws ImportError that names the entry and the first fault. */
export async function readJson<S extends TSchema>(
  archive: SentArchive,
  name: string,
  check: SchemaCheck<S>,
): Promise<Static<S>> {
  const bytes = await archive.read(name, MAX_JSON_BYTES)
  let value: unknown
  try {
    value = parseJson(bytes)
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    throw new ImportError({ file: name, type: 'ENCODING' }, `${name}: ${error.message}`)
  }
  if (check.accepts(value)) return value
  const [fault] = check.failures(value)
  const { field, type } = fault ?? { field: '', type: 'INVALID_VALUE' }
  throw new ImportError({ file: name, field, type }, `${name}: ${faultText(fault ? [fault] : [])}`)
}
