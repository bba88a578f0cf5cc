import type { Config } from '../config.ts'
import type { EgressClient } from '../egress/client.ts'
import {
  MAX_CLOUD_BYTES,
  MAX_CLOUD_POINTS,
  MAX_DECODE_BYTES,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  MAX_JOB_PIXELS,
} from '../model/limits.ts'
import type { FileStore } from '../store/files/fileStore.ts'
import type { Log } from '../store/postgres/log.ts'
import type { Pool } from '../store/postgres/pools.ts'
import type { ThreadPool } from '../threads/pool.ts'
import type { PipelineJobs } from './threads/jobs.ts'

/** Everything that the steps are handed. Made once in main.ts. */
export interface PipelineContext {
  pool: Pool
  files: FileStore
  egress: EgressClient
  threads: ThreadPool<PipelineJobs>
  masterKey: Buffer
  /** Public address without a trailing slash. */
  baseUrl(): string
  settings: PipelineSettings
  log: Log
  /** A folder of this process for temporary files, on the disk of the file store. */
  workFolder: string
  wake(what: 'tasks' | 'deliveries'): void
}

export interface PipelineSettings {
  /** Waits between attempts at a file, ± 20 %. */
  downloadRetriesMs: readonly number[]
  maxImageBytes: number
  maxImagePixels: number
  /** The memory limit of the decoder of one image. */
  maxDecodeBytes: number
  /** The pixel limit for all images of a job. */
  maxJobPixels: number
  maxCloudBytes: number
  maxCloudPoints: number
  downloadDeadlineMs: number
  exports: { keepDays: number }
  /** How long a file stays that nothing uses. */
  uploadDays: number
  /** The program that decodes videos; null where there is none. */
  ffmpeg: string | null
  imports: {
    /** Limits the jobs created per second to the rate of a key; 0 = no limit. */
    jobsPerSecond: number
    maxFrames: number
  }
}

export const DEFAULT_PIPELINE_SETTINGS: PipelineSettings = {
  downloadRetriesMs: [5000, 30_000, 120_000],
  maxImageBytes: MAX_IMAGE_BYTES,
  maxImagePixels: MAX_IMAGE_PIXELS,
  maxDecodeBytes: MAX_DECODE_BYTES,
  maxJobPixels: MAX_JOB_PIXELS,
  maxCloudBytes: MAX_CLOUD_BYTES,
  maxCloudPoints: MAX_CLOUD_POINTS,
  downloadDeadlineMs: 600_000,
  exports: { keepDays: 7 },
  uploadDays: 7,
  ffmpeg: null,
  imports: { jobsPerSecond: 0, maxFrames: 1000 },
}

/** The settings from the operator's configuration. */
export const pipelineSettings = ({
  downloadRetriesMs,
  maxDecodeBytes,
  exportDays,
  uploadDays,
  ffmpeg,
  rateLimit,
  maxFrames,
}: Pick<
  Config,
  'downloadRetriesMs' | 'maxDecodeBytes' | 'exportDays' | 'uploadDays' | 'ffmpeg' | 'rateLimit' | 'maxFrames'
>): PipelineSettings => ({
  ...DEFAULT_PIPELINE_SETTINGS,
  downloadRetriesMs,
  maxDecodeBytes,
  exports: { keepDays: exportDays },
  uploadDays,
  ffmpeg: ffmpeg || null,
  imports: { jobsPerSecond: rateLimit, maxFrames },
})
