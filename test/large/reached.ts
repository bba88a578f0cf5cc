import type { JobRecord } from '../../src/client/types/jobs.ts'
import { until } from '../support/apiClient.ts'
import type { Tenant } from '../support/tenant.ts'

/** Polls often, because the wait itself is measured. */
export function reached(tenant: Tenant, jobId: string, stage: JobRecord['stage'], pauseMs = 5): Promise<JobRecord> {
  return until(async () => {
    const record = await tenant.record(jobId)
    if (record.stage === 'failed') throw new Error(`job ${jobId} failed: ${JSON.stringify(record.error)}`)
    return record.stage === stage ? record : null
  }, pauseMs)
}

/** Waits for the export of one job. */
export async function exported(tenant: Tenant, format: string, referenceId: string): Promise<void> {
  const body = { format, filter: { reference_ids: [referenceId] } }
  const { export_id } = await tenant.api.post<{ export_id: string }>(tenant.path('/exports'), body)
  const { status, error } = await until(async () => {
    const shown = await tenant.api.get<{ status: string; error: unknown }>(tenant.path(`/exports/${export_id}`))
    return shown.status === 'completed' || shown.status === 'failed' ? shown : null
  }, 5)
  if (status === 'failed') throw new Error(`the export failed: ${JSON.stringify(error)}`)
}
