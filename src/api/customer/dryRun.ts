import { setTimeout as sleep } from 'node:timers/promises'
import { inputFiles } from '../../formats/jobBody/input.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { askDryRun, type DryRunFindings, dryRunAnswer, forgetDryRun } from '../../store/project/dryRuns/dryRuns.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { readJson } from '../http/body.ts'
import { checkSubmission } from './submission.ts'

const PATIENCE_MS = 60_000
const POLL_MS = 50

/** Judges a body without creating anything: what the body shows, then (by a worker) one attempt at each of its URLs. */
export async function dryRun(
  context: ApiContext,
  projectId: string,
  bytes: Buffer,
): Promise<DryRunFindings & { valid: boolean }> {
  const checked = await check(context, projectId, bytes)
  if (checked.failures) return { valid: false, ...checked }
  const id = await withTransaction(context.pool, (client) => askDryRun(client, projectId, bytes))
  context.wake('tasks')
  const findings = await waitForAnswer(context, projectId, id)
  await forgetDryRun(context.pool, projectId, id)
  if (!findings) return { valid: true, failures: [], warnings: checked.warnings, unchecked: checked.urls }
  return { valid: findings.failures.length === 0, ...findings, warnings: [...checked.warnings, ...findings.warnings] }
}

async function check(context: ApiContext, projectId: string, bytes: Buffer) {
  try {
    const { body } = await checkSubmission(context, projectId, readJson(bytes), bytes)
    return { failures: null, warnings: body.warnings, urls: inputFiles(body.input).map((file) => file.url) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    // A body that is no JSON at all has no failures to list: that stays the 400 it is.
    if (error.failures.length === 0) throw error
    return { failures: [...error.failures], warnings: [], unchecked: [] }
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
