/**
 * The jobs that run on worker threads. This module is loaded inside the threads only: import its types, never its
 * values. A new job is a function of (input, context) and a line in `jobs`.
 */
import { type CheckedImage, checkImage, type ImageLimits } from '../decode/image.ts'
import { type CheckedAndPrepared, prepareImage } from '../decode/prepareImage.ts'
import type { JobContext, JobRegistry } from './protocol.ts'

/** Images above this are decoded one at a time over all threads. */
const HEAVY_PIXELS = 50e6

export interface ImageJob extends Pick<ImageLimits, 'maxPixels' | 'maxBytes' | 'calibrated' | 'timeLimitSeconds'> {
  path: string
}

export interface PrepareImageJob extends ImageJob {
  /** An existing folder for what is made. */
  outDir: string
}

const admitting = (input: ImageJob, context: JobContext): ImageLimits => ({
  ...input,
  admit(pixels) {
    if (pixels > HEAVY_PIXELS) context.beHeavy()
  },
})

export const jobs = {
  checkImage: (input: ImageJob, context: JobContext): Promise<CheckedImage> =>
    checkImage(input.path, admitting(input, context)),

  prepareImage: (input: PrepareImageJob, context: JobContext): Promise<CheckedAndPrepared> =>
    prepareImage(input.path, input.outDir, admitting(input, context)),
} satisfies JobRegistry

export type Jobs = typeof jobs
