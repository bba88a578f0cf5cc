import type { AccessRule } from '../egress/accessRules.ts'
import { readStoredJob } from '../formats/jobBody/readInput.ts'
import { isObject } from '../formats/jobBody/shape.ts'
import { parseJson } from '../formats/json/text.ts'
import { complete } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { openAttachmentAccess } from '../store/project/access/attachmentAccess.ts'
import { answerDryRun, readDryRun } from '../store/project/dryRuns/dryRuns.ts'
import { listSensors } from '../store/project/sensors/sensors.ts'
import { findTag } from '../store/project/tags/tags.ts'
import { checkFiles } from './checkFiles.ts'
import type { PipelineContext } from './context.ts'
import { filesOfJob } from './filesOfJob.ts'
import { frameSizeFailures } from './frameSizes.ts'
import { PixelBudget } from './pixelBudget.ts'

/** Less than the caller's patience, so that an answer of what could be tried still reaches him. */
const TIME_MS = 55_000

/** Tries each URL of a body once, as a job would, and keeps nothing but the answer. */
export async function dryRunJob(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  const { pool } = context
  const { projectId, subjectId } = task
  const run = await readDryRun(pool, projectId, subjectId)
  const parsed = run && parseJson(run.body)
  const tag = isObject(parsed) ? await findTag(pool, projectId, String(parsed.tag)) : null
  if (!run || !tag) {
    await complete(pool, task)
    return
  }
  const untilMs = performance.now() + TIME_MS
  const kept = Object.fromEntries(await listSensors(pool, projectId))
  const { input } = readStoredJob(run.body, tag.operation, kept)
  const rules = await openAttachmentAccess<AccessRule>(pool, context.masterKey, projectId)
  const { assets, failures, untried } = await checkFiles(context, filesOfJob(input), {
    projectId,
    lane: subjectId,
    rules,
    deadlineMs: TIME_MS,
    signal,
    prepare: false,
    pixels: new PixelBudget(context.settings.maxJobPixels),
    untilMs,
  })
  const isWhole = failures.length === 0 && untried.length === 0
  const all = isWhole ? frameSizeFailures(input, new Map(assets.map((asset) => [asset.field, asset]))) : failures
  await withTransaction(pool, async (client) => {
    await answerDryRun(client, projectId, subjectId, {
      failures: all.map(({ field, type }) => ({ field, type })),
      warnings: [],
      unchecked: untried.map((file) => file.url),
    })
    await complete(client, task)
  })
}
