import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'

/**
 * A job's or batch's own callback address must share the origin of the project's, or of one of its allowed origins:
 * a submitter must not be able to send the service key elsewhere.
 */
export async function refuseForeignCallback(context: ApiContext, projectId: string, url: string): Promise<void> {
  const { callbackOrigins } = await context.projects.get(projectId)
  if (callbackOrigins.has(new URL(url).origin)) return
  throw new ApiError(
    'GE_0002',
    "callback_url has to share the origin of the project's callback or of an allowed origin",
    {
      failures: [{ field: 'callback_url', type: 'NOT_ALLOWED' }],
    },
  )
}
