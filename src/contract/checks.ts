import { Type } from 'typebox'
import { Count, stringEnum } from '../formats/json/schemas.ts'
import { CHECK_CODES, SEVERITIES } from '../model/checks/finding.ts'
import { endpoint } from './endpoint.ts'
import { textParameter } from './words.ts'

const FindingAnswer = Type.Object(
  {
    code: stringEnum(...CHECK_CODES),
    severity: stringEnum(...SEVERITIES),
    track_id: Type.Optional(Type.String()),
    other_track_id: Type.Optional(Type.String({ description: 'the other object of a pair' })),
    record_id: Type.Optional(Type.String({ description: 'the `_id` of the record, in images' })),
    legend_entry_id: Type.Optional(Type.String()),
    sensor_id: Type.Optional(Type.String()),
    attribute: Type.Optional(Type.String()),
    frame_ids: Type.Optional(Type.Array(Type.String(), { description: 'all frames of the finding, in order' })),
    count: Type.Optional(Type.Integer({ minimum: 0, description: 'number of frame_ids' })),
    message: Type.String(),
    values: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  },
  { title: 'Finding' },
)

const JobChecks = Type.Object(
  {
    version: Type.Integer({ minimum: 0, description: 'of the saved work' }),
    complete: Type.Boolean({ description: 'false while something has not been looked at: call again' }),
    findings: Type.Array(FindingAnswer),
    looked_at: Type.Object({ frames: Count, objects: Count }),
  },
  { title: 'JobChecks' },
)

const VersionQuery = Type.Object({ version: textParameter('of the saved work; without it the newest') })

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
