import { isUtf8 } from 'node:buffer'
import type { Static, TSchema } from 'typebox'
import { faultText } from '../../formats/errors/fault.ts'
import type { SchemaCheck } from '../../formats/json/schemaFailures.ts'
import { JsonOutline } from '../../json/jsonOutline.ts'
import { JsonTextError } from '../../json/jsonTextError.ts'
import { StrictJsonError, strictJson } from '../../json/strictJson.ts'
import { parseJson } from '../../json/text.ts'
import { ImportError, type SentArchive } from './reader.ts'

/** Larger ones are not read: a JSON file is held whole while it is, as values. */
export const MAX_JSON_BYTES = 256 * 1024 * 1024
/** Limits files that are held as bytes: COCO's own have 450 MB. */
const MAX_OUTLINED_BYTES = 512 * 1024 * 1024

/** Reads a JSON entry and checks its shape. @throws ImportError that names the entry and the first fault. */
export async function readJson<S extends TSchema>(
  archive: SentArchive,
  name: string,
  check: SchemaCheck<S>,
): Promise<Static<S>> {
  // The bytes are let go as soon as they are read.
  const value = parsed(name, (bytes) => parseJson(strictJson(bytes)), await archive.read(name, MAX_JSON_BYTES))
  return checkedValue(name, check, value)
}

/** A JSON text whose lists are read entry by entry. @throws ImportError ENCODING if it is not UTF-8 */
export async function readJsonOutline(archive: SentArchive, name: string): Promise<JsonOutline> {
  const bytes = await archive.read(name, MAX_OUTLINED_BYTES)
  if (!isUtf8(bytes)) throw new ImportError({ file: name, type: 'ENCODING' }, `${name} is not UTF-8`)
  return parsed(name, (given) => new JsonOutline(strictJson(given)), bytes)
}

/** One member or entry of a JSON file, `read` from it. @throws ImportError that names the first fault */
export function readJsonPart<S extends TSchema>(
  { name, field }: { name: string; field: string },
  check: SchemaCheck<S>,
  read: () => unknown,
): Static<S> {
  return checkedValue(name, check, parsed(name, read, undefined), field)
}

function parsed<From, To>(name: string, parse: (from: From) => To, from: From): To {
  try {
    return parse(from)
  } catch (error) {
    if (error instanceof StrictJsonError)
      throw new ImportError({ file: name, line: error.line, type: error.type }, `${name}: ${error.message}`)
    if (!(error instanceof JsonTextError)) throw error
    throw new ImportError({ file: name, type: 'ENCODING' }, `${name}: ${error.message}`)
  }
}

function checkedValue<S extends TSchema>(name: string, check: SchemaCheck<S>, value: unknown, parent = ''): Static<S> {
  if (check.accepts(value)) return value
  const [fault] = check.failures(value, parent)
  const { field, type } = fault ?? { field: parent, type: 'INVALID_VALUE' }
  throw new ImportError({ file: name, field, type }, `${name}: ${faultText(fault ? [fault] : [])}`)
}
