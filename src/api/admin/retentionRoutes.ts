import { type Static, Type } from 'typebox'
import { Count, optionalOrNull } from '../../formats/json/schemas.ts'
import { previewRetention } from '../../store/project/retention/due.ts'
import { type Retention, readRetention } from '../../store/project/retention/settings.ts'
import { changeRetention, shownRetention } from '../../workflow/jobs/retention.ts'
import type { ApiContext } from '../context.ts'
import { type Route, route } from '../http/route.ts'
import { settingsBody } from '../http/settingsBody.ts'

const P = '/v1/projects/:pid'
const ACCESS = { key: 'admin', session: 'manageProjects' } as const

const Days = (what: string) =>
  optionalOrNull(
    Type.Integer({ minimum: 1, maximum: 36_500, description: `days for which ${what}; null: permanently` }),
  )

const members = {
  inputs_days: Days('what the customer sent is kept'),
  results_days: Days('results and the work on them are kept'),
  drafts_days: Days('unsaved edits of people who lost the lease are kept'),
}
const NewRetention = settingsBody(members)
const Shown = Type.Required(Type.Object(members))

const Preview = Type.Object({
  jobs: Count,
  files: Type.Integer({ description: 'received and delivered ones; what is derived from them comes on top' }),
  bytes: Count,
  drafts: Count,
  skipped: Type.Object({
    deliveries: Type.Integer({ description: 'jobs left for later: their callback is on its way' }),
    exports: Type.Integer({ description: 'jobs left for later: an export is reading them' }),
    gold: Type.Integer({ description: 'jobs left for later: gold that is given out' }),
  }),
})

/** How long the data of finished jobs is kept. */
export function retentionRoutes({ pool }: ApiContext): Route[] {
  return [
    route({
      method: 'GET',
      paths: [`${P}/retention`],
      access: ACCESS,
      tag: 'administration',
      summary: 'How many days the data of a finished job is kept',
      answer: Shown,
      handle: async ({ projectId }) => shownRetention(await readRetention(pool, projectId)),
    }),
    route({
      method: 'PUT',
      paths: [`${P}/retention`],
      access: ACCESS,
      tag: 'administration',
      summary: 'Set how long data is kept; older data is deleted within the hour',
      body: NewRetention,
      answer: Shown,
      handle: async ({ projectId, body, by }) => {
        await changeRetention(pool, by, projectId, retentionOf(body))
        return shownRetention(await readRetention(pool, projectId))
      },
    }),
    route({
      method: 'POST',
      paths: [`${P}/retention/preview`],
      access: ACCESS,
      tag: 'administration',
      summary: 'What these settings would delete now; nothing is changed',
      body: NewRetention,
      answer: Preview,
      handle: ({ projectId, body }) => previewRetention(pool, projectId, retentionOf(body)),
    }),
  ]
}

const retentionOf = (body: Static<typeof NewRetention>): Retention => ({
  inputsDays: body.inputs_days ?? null,
  resultsDays: body.results_days ?? null,
  draftsDays: body.drafts_days ?? null,
})
