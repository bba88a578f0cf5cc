import { gestureOf } from '../../formats/assistants/assistInputs.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { orOf } from '../../formats/json/schemaWords.ts'
import type { Verb } from '../../model/assistants/assistant.ts'
import { openClasses } from '../../model/tag.ts'
import { listClouds } from '../../store/project/jobs/assets.ts'
import { dataPlaceOf, type Job } from '../../store/project/jobs/jobs.ts'
import { ApiError } from '../http/apiError.ts'
import { resultTarget } from '../results/resultTarget.ts'
import type { WorkbenchContext } from '../workbench/workbenchContext.ts'

/** For classes without a default size: metres. */
const USUAL_LENGTH = 5
const TIME_LIMIT_MS = 60_000

/** The input that the service adds to a request: for `fit` the points around the gesture. */
export async function withAddedInput(
  { context }: WorkbenchContext,
  job: Job,
  verb: Verb,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (verb !== 'fit') return input
  const kept = await resultTarget(context, job)
  const classes = openClasses(kept.tag)
  const tagClass = classes.find(({ name }) => name === input.label)
  if (!tagClass) {
    const expected = `a class of the tag: ${orOf(classes.map(({ name }) => name))}`
    throw new ApiError('GE_0002', `the request is not valid: input.label (UNKNOWN: ${expected})`, {
      failures: [faultAt('input.label', 'UNKNOWN', expected, input.label)],
    })
  }
  const { from, to, corners = [] } = gestureOf(input)
  const origin = dataPlaceOf(job)
  const clouds = await listClouds(context.pool, origin.projectId, origin.jobId)
  const cloudPaths = new Map(
    await Promise.all(clouds.map(async ({ field, sha256 }) => [field, await context.files.localPath(sha256)] as const)),
  )
  const { length, width } = tagClass.defaultSize ?? { length: USUAL_LENGTH, width: USUAL_LENGTH }
  const center = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const order = {
    job: kept,
    frameId: String(input.frame_id),
    cloudPaths,
    center,
    radius: Math.max(2 * length, 2 * width, ...corners.map(({ x, y }) => Math.hypot(x - center.x, y - center.y))),
  }
  const points = await context.threads.run('assistantPoints', order, {
    lane: job.projectId,
    timeLimitMs: TIME_LIMIT_MS,
  })
  return { ...input, points }
}
