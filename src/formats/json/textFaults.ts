import type { JsonTextError } from '../../json/jsonTextError.ts'
import { type Fault, faultAt } from '../errors/fault.ts'

/** The field of a body that no database column could store; empty if the body is not JSON at all. */
export const textFaults = ({ field }: JsonTextError): Fault[] =>
  field
    ? [faultAt(field, 'INVALID_VALUE', 'text without NUL and without half of a surrogate pair', 'one of these')]
    : []
