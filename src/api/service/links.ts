interface Link {
  operationId: string
  parameters: Readonly<Record<string, string>>
}

const pid = '$request.path.pid'

/** The next calls that are possible with the ids of an answer. */
const LINKS: Readonly<Record<string, Readonly<Record<string, Link>>>> = {
  'POST /v1/projects/:pid/jobs': {
    job: { operationId: 'getJob', parameters: { pid, jid: '$response.body#/data/job_id' } },
  },
  'POST /v1/projects/:pid/batch': {
    batch: { operationId: 'getBatch', parameters: { pid, bid: '$response.body#/data/batch_id' } },
  },
  'POST /v1/projects/:pid/exports': {
    export: { operationId: 'getExport', parameters: { pid, eid: '$response.body#/data/export_id' } },
  },
  'POST /v1/projects': {
    details: {
      operationId: 'getProjectDetails',
      parameters: { pid: '$response.body#/data/project_id' },
    },
  },
  'POST /v1/projects/:pid/keys': {
    revoke: { operationId: 'revokeKey', parameters: { pid, kid: '$response.body#/data/key_id' } },
  },
}

export const linksOf = (method: string, path: string): Readonly<Record<string, Link>> | undefined =>
  LINKS[`${method} ${path}`]
