import type { AnnotationType } from '../../model/annotationType.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import { PoolError } from '../../threads/poolError.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type BulkReading, readBulk } from '../threads/bulkCheck.ts'
import {
  type CorrectionReading,
  type JobReading,
  type PlainRules,
  readCorrection,
  readJobBody,
} from '../threads/jobCheck.ts'

/** Bodies from here on are parsed and checked on a worker thread: they would hold up every other answer. */
const LARGE_BYTES = 256 * 1024
const TIME_LIMIT_MS = 60_000

/** A body with the outcome of its check. Large bytes were transferred to a thread and return in a new buffer. */
export interface Checked<Reading> {
  bytes: Buffer
  reading: Reading
}

export async function plainRules(context: ApiContext, projectId: string): Promise<PlainRules> {
  const { tags, sensors, accessRules } = await context.projects.get(projectId)
  return {
    annotationTypes: new Map([...tags].map(([name, tag]) => [name, tag.annotationType])),
    keptSensors: sensors,
    accessMatches: accessRules.map(({ match }) => match),
    allowNetworks: context.config.allowNetworks,
    maxFrames: context.config.maxFrames,
  }
}

/** Parses and checks a job body; a tag that is not known yet is looked for in the database before it is refused. */
export async function checkBody(
  context: ApiContext,
  projectId: string,
  bytes: Buffer,
  withUrls = false,
): Promise<Checked<JobReading>> {
  const readWithRules = async (body: Buffer): Promise<Checked<JobReading>> => {
    const rules = await plainRules(context, projectId)
    if (body.length < LARGE_BYTES) return { bytes: body, reading: readJobBody(body, rules, withUrls) }
    return runInThread(projectId, body, (own, options) =>
      context.threads.run('checkJob', { bytes: own, rules, withUrls }, options),
    )
  }
  const checked = await readWithRules(bytes)
  const name = 'unknownTag' in checked.reading ? checked.reading.unknownTag : null
  const isNew = name !== null && (await context.projects.tag(projectId, name)) !== undefined
  return isNew ? readWithRules(checked.bytes) : checked
}

export async function checkBulk(
  context: ApiContext,
  projectId: string,
  bytes: Buffer,
  isNdjson: boolean,
): Promise<Checked<BulkReading>> {
  const readWithRules = async (body: Buffer): Promise<Checked<BulkReading>> => {
    const rules = await plainRules(context, projectId)
    if (body.length < LARGE_BYTES) return { bytes: body, reading: readBulk(body, isNdjson, rules) }
    return runInThread(projectId, body, (own, options) =>
      context.threads.run('checkBulk', { bytes: own, rules, isNdjson }, options),
    )
  }
  const checked = await readWithRules(bytes)
  const names = new Set('items' in checked.reading ? checked.reading.items.map(unknownTagOf) : [])
  let isNew = false
  for (const name of names) isNew ||= name !== null && (await context.projects.tag(projectId, name)) !== undefined
  return isNew ? readWithRules(checked.bytes) : checked
}

const unknownTagOf = ({ reading }: { reading: JobReading }) => ('unknownTag' in reading ? reading.unknownTag : null)

export async function checkCorrection(
  context: ApiContext,
  projectId: string,
  bytes: Buffer,
  annotationType: AnnotationType,
): Promise<Checked<CorrectionReading>> {
  const rules = await plainRules(context, projectId)
  if (bytes.length < LARGE_BYTES) return { bytes, reading: readCorrection(bytes, rules, annotationType) }
  return runInThread(projectId, bytes, (own, options) =>
    context.threads.run('checkCorrection', { bytes: own, rules, annotationType }, options),
  )
}

interface LendOptions {
  lane: string
  timeLimitMs: number
  transfer: ReturnType<typeof ownBuffer>
}

/** Lends the bytes to a thread, which returns them with its findings. */
async function runInThread<Reading>(
  lane: string,
  bytes: Buffer,
  run: (own: Uint8Array, options: LendOptions) => Promise<{ bytes: Uint8Array; reading: Reading }>,
): Promise<Checked<Reading>> {
  const { length } = bytes
  try {
    const checked = await run(bytes, { lane, timeLimitMs: TIME_LIMIT_MS, transfer: ownBuffer(bytes) })
    const { buffer, byteOffset, byteLength } = checked.bytes
    return { bytes: Buffer.from(buffer, byteOffset, byteLength), reading: checked.reading }
  } catch (error) {
    throw readingRefusal(error, length)
  }
}

/** The answer when a thread ran out of memory or time on a body. */
export function readingRefusal(error: unknown, length: number): unknown {
  if (!(error instanceof PoolError) || (error.reason !== 'OUT_OF_MEMORY' && error.reason !== 'TIME_LIMIT')) return error
  const megabytes = Math.max(1, Math.round(length / 1e6))
  return new ApiError(
    'FS_0013',
    `reading a body of ${megabytes} MB takes more memory or time than this service gives it`,
  )
}
