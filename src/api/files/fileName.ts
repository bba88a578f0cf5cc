import { faultAt } from '../../formats/errors/fault.ts'
import { FILE_NAME_WORDS, isFileName } from '../../formats/files/fileName.ts'
import { invalidRequest } from '../http/apiError.ts'

/** @throws ApiError 400 for a name that no file can have */
export function checkedName(name: string): string {
  if (isFileName(name)) return name
  throw invalidRequest([faultAt('name', 'INVALID_VALUE', FILE_NAME_WORDS, name)])
}
