import type { AccessRule } from '../egress/accessRules.ts'
import { completeTasks } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { openAttachmentAccess } from '../store/project/access/attachmentAccess.ts'
import { answerDryRun, readDryRun } from '../store/project/dryRuns/dryRuns.ts'
import { listSensors } from '../store/project/sensors/sensors.ts'
import { findTag } from '../store/project/tags/tags.ts'
import { Gate } from '../threads/gate.ts'
import { planJob, tagOfBody } from './bodyReading.ts'
import { checkFiles, FILES_SIDE_BY_SIDE } from './checkFiles.ts'
import type { PipelineContext } from './context.ts'
import { keepUrls } from './fetchedAsset.ts'
import { FetchedUrlCache } from './fetchedUrlCache.ts'
import type { FileToCheck } from './filesOfJob.ts'
import { frameSizeFailures } from './frameSizes.ts'
import { unpackedInTurns } from './pieces.ts'
import { PixelBudget } from './pixelBudget.ts'
import { retryUntilFound } from './retryUntilFound.ts'

/** Less than the caller's patience, so that an answer with what could be tried still reaches the caller. */
const TIME_MS = 55_000

/** Tries each URL of a body once, as a job would, and stores only the answer. */
export async function dryRunJob(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  const { pool } = context
  const { projectId, subjectId } = task
  const run = await readDryRun(pool, projectId, subjectId)
  const named = run && (await tagOfBody(context, { projectId }, run.body, signal))
  const tag = named && (await findTag(pool, projectId, named.tag))
  if (!named || !tag) {
    await (run ? completeTasks(pool, [task]) : retryUntilFound(pool, task))
    return
  }
  const untilMs = performance.now() + TIME_MS
  const keptSensors = Object.fromEntries(await listSensors(pool, projectId))
  const plan = await planJob(
    context,
    { projectId, annotationType: tag.annotationType, keptSensors },
    named.bytes,
    signal,
  )
  const files = await unpackedInTurns<FileToCheck>(plan.files)
  const rules = await openAttachmentAccess<AccessRule>(pool, context.masterKey, projectId)
  const { assets, failures, untried } = await checkFiles(context, files, {
    projectId,
    lane: subjectId,
    rules,
    deadlineMs: TIME_MS,
    signal,
    prepare: false,
    pixels: new PixelBudget(context.settings.maxJobPixels),
    untilMs,
    urls: new FetchedUrlCache(pool),
    downloads: new Gate(FILES_SIDE_BY_SIDE),
  })
  const isWhole = failures.length === 0 && untried.length === 0 && plan.isVideo
  const all = isWhole ? frameSizeFailures(files, new Map(assets.map((asset) => [asset.field, asset]))) : failures
  await withTransaction(pool, async (client) => {
    await keepUrls(client, projectId, assets)
    await answerDryRun(client, projectId, subjectId, {
      failures: all.map(({ field, type }) => ({ field, type })),
      warnings: [],
      unchecked: untried.map((file) => file.url),
    })
    await completeTasks(client, [task])
  })
}
