import { type Fault, faultAt } from '../errors/fault.ts'
import type { JsonTextError } from './jsonTextError.ts'

/** The place in a body that no database column could keep; none where the body as a whole is no JSON. */
export const textFaults = ({ field }: JsonTextError): Fault[] =>
  field
    ? [faultAt(field, 'INVALID_VALUE', 'text without NUL and without half of a surrogate pair', 'one of these')]
    : []
