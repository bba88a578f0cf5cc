import type { Static } from 'typebox'
import { type NewRetention, projectEndpoints } from '../../contract/projects.ts'
import { previewRetention } from '../../store/project/retention/due.ts'
import { type Retention, readRetention } from '../../store/project/retention/settings.ts'
import { changeRetention, shownRetention } from '../../workflow/jobs/retention.ts'
import type { ApiContext } from '../context.ts'
import { type Route, route } from '../http/route.ts'

/** How long the data of finished jobs is stored. */
export function retentionRoutes({ pool }: ApiContext): Route[] {
  return [
    route(projectEndpoints.getRetention, {
      handle: async ({ projectId }) => shownRetention(await readRetention(pool, projectId)),
    }),
    route(projectEndpoints.setRetention, {
      handle: async ({ projectId, body, by }) => {
        await changeRetention(pool, by, projectId, retentionOf(body))
        return shownRetention(await readRetention(pool, projectId))
      },
    }),
    route(projectEndpoints.previewRetention, {
      handle: ({ projectId, body }) => previewRetention(pool, projectId, retentionOf(body)),
    }),
  ]
}

const retentionOf = (body: Static<typeof NewRetention>): Retention => ({
  inputsDays: body.inputs_days ?? null,
  resultsDays: body.results_days ?? null,
  draftsDays: body.drafts_days ?? null,
})
