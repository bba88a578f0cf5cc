import { setTimeout as sleep } from 'node:timers/promises'
import { type DryRunFindings, dryRunAnswer, forgetDryRun } from '../../store/project/dryRuns/dryRuns.ts'
import { startDryRun } from '../../workflow/jobs/submitJob.ts'
import type { ApiContext } from '../context.ts'
import { knownError } from '../http/apiError.ts'
import { readNewJob } from './newJob.ts'

const PATIENCE_MS = 60_000
const POLL_MS = 50

/** Validates a body without creating anything: the body, then (by a worker) one attempt at each of its URLs. */
export async function dryRun(
  context: ApiContext,
  projectId: string,
  received: Buffer,
): Promise<DryRunFindings & { valid: boolean }> {
  const checked = await check(context, projectId, received)
  if (checked.failures) return { valid: false, ...checked }
  const id = await startDryRun(context.pool, projectId, checked.body)
  context.wake('tasks')
  const findings = await waitForAnswer(context, projectId, id)
  await forgetDryRun(context.pool, projectId, id)
  if (!findings) return { valid: true, failures: [], warnings: checked.warnings, unchecked: [...checked.urls] }
  return { valid: findings.failures.length === 0, ...findings, warnings: [...checked.warnings, ...findings.warnings] }
}

async function check(context: ApiContext, projectId: string, received: Buffer) {
  try {
    const { job, urls } = await readNewJob(context, projectId, received, true)
    return { failures: null, warnings: [...job.warnings] as DryRunFindings['warnings'], urls, body: asBuffer(job.body) }
  } catch (error) {
    const refusal = knownError(error)
    // A body that is not JSON has no failures to list, so it stays a 400.
    if (!refusal || refusal.status >= 500 || refusal.failures.length === 0) throw error
    return { failures: [...refusal.failures], warnings: [], unchecked: [] }
  }
}

async function waitForAnswer(context: ApiContext, projectId: string, id: string): Promise<DryRunFindings | null> {
  const untilMs = performance.now() + PATIENCE_MS
  while (performance.now() < untilMs) {
    const answer = await dryRunAnswer(context.pool, projectId, id)
    if (answer) return answer
    await sleep(POLL_MS)
  }
  return null
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)
