/**
 * The jobs that run on worker threads. This module is loaded inside the threads only: import its types, never its
 * values. A new job is a function of (input, context) and a line in `jobs`.
 */
import { writeFile } from 'node:fs/promises'
import type { PointLayout } from '../../formats/clouds/pointLayout.ts'
import type { JobSnapshot } from '../../formats/results/jobSnapshot.ts'
import type { PcdLimits } from '../../pcd/pcdLimits.ts'
import { encodePointChunks } from '../../pcd/pointChunks.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import type { JobRegistry, ThreadContext } from '../../threads/protocol.ts'
import { type CloudSummary, openCloud, summarizeCloud } from '../decode/cloud.ts'
import { type CheckedImage, checkImage, type ImageLimits } from '../decode/image.ts'
import { decodeIsolated } from '../decode/isolatedDecode.ts'
import { withoutNoReturns } from '../decode/noReturns.ts'
import { type CheckedAndPrepared, prepareImage } from '../decode/prepareImage.ts'
import { type Assembled, type AssembleJob, assembleDocument } from './assembleDocument.ts'
import { chunkOrigin } from './chunkOrigin.ts'
import { compareWork } from './compareWork.ts'
import { type PredictionReading, readPrediction } from './readPrediction.ts'
import { scoreWork } from './scoreWork.ts'
import { bodyTag, planValidation, type StoredBody, type ValidationPlan } from './validationPlan.ts'

/** Images whose decoder keeps more than this, or of more pixels, go one at a time, each in a separate process. */
const HEAVY_DECODE_BYTES = 160 * 1024 * 1024
const HEAVY_PIXELS = 50e6
/** Point clouds above this go one at a time over all threads: 8 million points in ASCII, some 400 MB while they are read. */
const HEAVY_CLOUD_BYTES = 96 * 1024 * 1024

export interface ImageJob
  extends Pick<ImageLimits, 'maxPixels' | 'maxBytes' | 'maxDecodeBytes' | 'calibrated' | 'timeLimitSeconds'> {
  /** Path of the file, or its bytes. */
  source: string | Uint8Array
}

export interface PrepareImageJob extends ImageJob {
  /** A folder for output; it does not exist yet. */
  outDir: string
}

export interface CloudJob extends Partial<PcdLimits> {
  path: string
  /** How a file without a header holds its points. */
  layout: PointLayout | null
  /**
   * Also writes what the browser draws, and a cloud of another form as PCD, to files that must not exist yet.
   */
  made?: { chunksPath: string; pcdPath: string }
}

export interface CloudReading extends CloudSummary {
  /** The file is of another form, and was written as PCD where that was asked. */
  isConverted: boolean
}

/** Returns the transferred bytes together with the result. */
interface Returned<Found> {
  bytes: Uint8Array
  found: Found
}

const admitting = (input: ImageJob, context: ThreadContext): ImageLimits => ({
  ...input,
  admit(pixels, decodeBytes) {
    if (pixels > HEAVY_PIXELS || decodeBytes > HEAVY_DECODE_BYTES) context.beHeavy()
  },
  // By the clock, which also runs while the machine is busy with other work: what counts is the time of the processor.
  outOfTime: () => context.beHeavy(),
})

function isolated({ source, ...limits }: ImageJob, outDir: string) {
  return { source, outDir, limits }
}

export const jobs = {
  checkImage: (input: ImageJob, context: ThreadContext): Promise<CheckedImage> =>
    context.isHeavy
      ? decodeIsolated('checkImage', isolated(input, ''))
      : checkImage(input.source, admitting(input, context)),

  prepareImage: ({ outDir, ...input }: PrepareImageJob, context: ThreadContext): Promise<CheckedAndPrepared> =>
    context.isHeavy
      ? decodeIsolated('prepareImage', isolated(input, outDir))
      : prepareImage(input.source, outDir, admitting(input, context)),

  planValidation(job: StoredBody, context: ThreadContext): ValidationPlan {
    const plan = planValidation(job)
    context.transfer(...plan.files.map(({ buffer }) => buffer))
    return plan
  },

  readTag({ bytes }: { bytes: Uint8Array }, context: ThreadContext): Returned<string> {
    context.transfer(...ownBuffer(bytes))
    return { bytes, found: bodyTag(bytes) }
  },

  readPrediction(source: JobSnapshot, context: ThreadContext): PredictionReading {
    const reading = readPrediction(source)
    if ('document' in reading) {
      context.transfer(...reading.document.map(({ buffer }) => buffer))
      if (reading.labels) context.transfer(reading.labels.buffer)
    }
    return reading
  },

  assembleDocument: (input: AssembleJob): Promise<Assembled> => assembleDocument(input),

  scoreWork,

  compareWork,

  async readCloud({ path, layout, made, ...limits }: CloudJob, context: ThreadContext): Promise<CloudReading> {
    const { cloud: read, isConverted } = await openCloud(path, {
      ...limits,
      layout,
      ...(made && { pcdPath: made.pcdPath }),
      admit(bytes) {
        if (bytes > HEAVY_CLOUD_BYTES) context.beHeavy()
      },
    })
    const cloud = withoutNoReturns(read)
    const summary = summarizeCloud(cloud)
    if (made) await writeFile(made.chunksPath, encodePointChunks(cloud, chunkOrigin(cloud)), { flag: 'wx' })
    return { ...summary, isConverted }
  },
} satisfies JobRegistry

export type PipelineJobs = typeof jobs
