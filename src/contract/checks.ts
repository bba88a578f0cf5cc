import { type Static, Type } from 'typebox'
import { Count } from '../formats/json/schemas.ts'
import { FindingAnswer } from '../formats/workbench/findingAnswer.ts'
import { endpoint } from './endpoint.ts'
import { textParameter } from './words.ts'

const JobChecks = Type.Object(
  {
    version: Type.Integer({ minimum: 0, description: 'the version of the saved work' }),
    complete: Type.Boolean({ description: 'false while something has not been looked at: call again' }),
    findings: Type.Array(FindingAnswer),
    looked_at: Type.Object({ frames: Count, objects: Count }),
  },
  { title: 'JobChecks' },
)

export type JobChecks = Static<typeof JobChecks>

const VersionQuery = Type.Object({ version: textParameter('the version of the saved work; without it the newest') })

export const checkEndpoints = {
  getOpenJobChecks: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/checks'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'What the checks find in the saved work',
    query: VersionQuery,
    answer: JobChecks,
    refusals: ['JOB_STATE', 'GONE'],
  }),
  getJobChecks: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/jobs/:jid/checks'],
    access: 'read',
    tag: 'results',
    summary: 'What the checks find in the saved work of a job',
    query: VersionQuery,
    answer: JobChecks,
    refusals: ['JOB_STATE', 'GONE'],
  }),
}
