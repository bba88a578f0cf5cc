import assert from 'node:assert/strict'
import type { IngestShown } from '../../src/client/types/ingests.ts'
import { dataOf, until } from '../support/apiClient.ts'
import type { Tenant } from '../support/tenant.ts'

const OVER: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled', 'planned'])

/** Uploads a file and answers its id. */
export async function upload(tenant: Tenant, name: string, content: Buffer | string): Promise<string> {
  const path = tenant.path(`/files?name=${encodeURIComponent(name)}`)
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content)
  const answer = await tenant.api.call('POST', path, { body, headers: { 'content-type': 'application/octet-stream' } })
  assert.equal(answer.status, 200, answer.bytes.toString())
  return dataOf<{ file_id: string }>(answer).file_id
}

/** Uploads a folder, file by file. */
export async function uploadAll(tenant: Tenant, files: Readonly<Record<string, Buffer | string>>): Promise<string[]> {
  const ids: string[] = []
  for (const [name, content] of Object.entries(files)) ids.push(await upload(tenant, name, content))
  return ids
}

export const shownIngest = (tenant: Tenant, ingestId: string): Promise<IngestShown> =>
  tenant.api.get<IngestShown>(tenant.path(`/ingests/${ingestId}`))

/** Waits until the ingest is over, or planned. */
export const ended = (tenant: Tenant, ingestId: string): Promise<IngestShown> =>
  until(async () => {
    const shown = await shownIngest(tenant, ingestId)
    return OVER.has(shown.status) ? shown : null
  })

export async function begun(tenant: Tenant, body: object): Promise<string> {
  const { ingest_id } = await tenant.api.post<{ ingest_id: string }>(tenant.path('/ingests'), body)
  return ingest_id
}

export const ingested = async (tenant: Tenant, body: object): Promise<IngestShown> =>
  ended(tenant, await begun(tenant, body))

export interface ListedJob {
  job_id: string
  reference_id: string
  frames: number
  stage: string
  priority_weight: number
  batch_id: string
}

/** The jobs that an ingest made, by reference_id. */
export async function jobsOf(tenant: Tenant, { ingest_id }: Pick<IngestShown, 'ingest_id'>): Promise<ListedJob[]> {
  const { jobs } = await tenant.api.get<{ jobs: ListedJob[] }>(tenant.path(`/jobs?ingest_id=${ingest_id}`))
  return jobs.sort((a, b) => (a.reference_id < b.reference_id ? -1 : 1))
}
