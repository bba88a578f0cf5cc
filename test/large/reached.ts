import type { JobRecord } from '../../src/client/types/answers.ts'
import { until } from '../support/apiClient.ts'
import type { Tenant } from '../support/tenant.ts'

/** Asked often, because the wait is what is measured. */
export function reached(tenant: Tenant, jobId: string, stage: JobRecord['stage'], pauseMs = 5): Promise<JobRecord> {
  return until(async () => {
    const record = await tenant.record(jobId)
    if (record.stage === 'failed') throw new Error(`job ${jobId} failed: ${JSON.stringify(record.error)}`)
    return record.stage === stage ? record : null
  }, pauseMs)
}
