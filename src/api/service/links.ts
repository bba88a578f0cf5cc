interface Link {
  operationId: string
  parameters: Readonly<Record<string, string>>
}

const pid = '$request.path.pid'

/** What can be asked next with the ids of an answer. */
const LINKS: Readonly<Record<string, Readonly<Record<string, Link>>>> = {
  'POST /v1/projects/:pid/jobs': {
    job: { operationId: 'getV1ProjectsPidJobsJid', parameters: { pid, jid: '$response.body#/data/job_id' } },
  },
  'POST /v1/projects/:pid/batch': {
    batch: { operationId: 'getV1ProjectsPidBatchBid', parameters: { pid, bid: '$response.body#/data/batch_id' } },
  },
  'POST /v1/projects/:pid/exports': {
    export: { operationId: 'getV1ProjectsPidExportsEid', parameters: { pid, eid: '$response.body#/data/export_id' } },
  },
  'POST /v1/projects': {
    details: {
      operationId: 'getV1ProjectsPidDetails',
      parameters: { pid: '$response.body#/data/project_id' },
    },
  },
  'POST /v1/projects/:pid/keys': {
    revoke: { operationId: 'deleteV1ProjectsPidKeysKid', parameters: { pid, kid: '$response.body#/data/key_id' } },
  },
}

export const linksOf = (method: string, path: string): Readonly<Record<string, Link>> | undefined =>
  LINKS[`${method} ${path}`]
