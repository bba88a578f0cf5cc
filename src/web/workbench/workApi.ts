import type { WorkApi } from '../document/httpDocumentServer.ts'
import { ApiFailure, call } from '../kit/api.ts'
import { errorMessage } from '../kit/errorMessage.ts'

/** Saves work with the session of the person at the page. */
export const WORK_API: WorkApi = {
  post: (address, body, headers) => call(address, { method: 'POST', body, headers }),
  get: (address, signal) => call(address, { signal }),
  failureOf: (error) => {
    if (!(error instanceof ApiFailure) || error.offline) return null
    const { status, code, meta } = error
    return { status, code, meta, said: errorMessage(error) }
  },
}
