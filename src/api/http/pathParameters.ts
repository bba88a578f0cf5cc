import { PATH_PARAMETERS } from '../../contract/pathParameters.ts'
import { isUuid } from '../../model/uuid.ts'
import { ApiError } from './apiError.ts'

const IDS = Object.entries(PATH_PARAMETERS)
  .filter(([, schema]) => 'format' in schema && schema.format === 'uuid')
  .map(([name]) => name)
/** The contract: 400 for ids of jobs and batches; other ids do not have this form. */
const MALFORMED: Readonly<Record<string, string>> = { jid: 'job', bid: 'batch' }

/**
 * @throws ApiError 400 or 404 for an id that is not a UUID, and for a name that no database could store, so that later
 * code need not check again. The project is checked before; PUT itself says which names it accepts.
 */
export function refuseMalformedIds(params: Readonly<Record<string, string>>, method: string): void {
  for (const name of IDS) {
    const id = params[name]
    if (id === undefined || name === 'pid' || isUuid(id)) continue
    const kind = MALFORMED[name]
    if (kind) throw new ApiError('GE_0001', `the ${kind} id in the address is not a UUID`)
    throw new ApiError('resource_error', 'unknown id')
  }
  if (method !== 'PUT' && Object.values(params).some((value) => value.includes('\0')))
    throw new ApiError('resource_error', 'unknown name')
}
