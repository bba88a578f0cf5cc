import type { Static, TObject, TSchema } from 'typebox'
import { type Fault, faultAt, faultText } from '../../formats/errors/fault.ts'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { ApiError } from './apiError.ts'

type Sent = Readonly<Record<string, unknown>>

/**
 * Reads the parameters that a schema names; others are ignored. A parameter that is given twice, or holds a NUL, is
 * refused like one that does not fit its schema.
 */
export function queryReader<Q extends TObject>(schema: Q): (sent: Sent) => Static<Q> {
  const check = schemaCheck(schema)
  const properties = Object.entries<TSchema>(schema.properties)
  return (sent) => {
    const given = properties.filter(([name]) => sent[name] !== undefined)
    const read = Object.fromEntries(given.map(([name, property]) => [name, readValue(property, sent[name])]))
    const failures = check.failures(read).map(asParameterFault)
    for (const [name] of given) {
      const value = sent[name]
      if (typeof value === 'string' && value.includes('\0'))
        failures.push(faultAt(name, 'INVALID_VALUE', 'text without NUL', value))
    }
    if (failures.length === 0 && check.accepts(read)) return read
    throw new ApiError('GE_0002', `a parameter is not valid: ${faultText(failures)}`, { failures })
  }
}

/** Numbers and booleans are written as text; other text stays text and does not fit. */
function readValue(schema: TSchema, sent: unknown): unknown {
  if (typeof sent !== 'string') return sent
  const { type } = schema as { type?: unknown }
  if (type === 'boolean') return sent === 'true' ? true : sent === 'false' ? false : sent
  if (type === 'integer') return /^-?\d{1,15}$/.test(sent) ? Number(sent) : sent
  return sent
}

/** Everything in an address is text: a wrong type is a wrong value. */
const asParameterFault = (fault: Fault): Fault => ({
  ...fault,
  type: fault.type === 'INVALID_TYPE' ? 'INVALID_VALUE' : fault.type,
})
