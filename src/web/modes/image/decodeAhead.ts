import type { JobPayloadAnswer } from '../../../contract/payload.ts'
import { fileUrl } from '../../../formats/workbench/job.ts'
import { workerDecoder } from '../../canvas/decoder.ts'
import type { NextPicture } from '../../kit/nextPicture.ts'

/** A guess takes at most 100 MB: larger pictures are decoded when they are shown. */
const MOST_PIXELS = 25_000_000

/** Decodes the picture of a job that may be the next one. */
export function decodeAhead(job: JobPayloadAnswer, next: NextPicture): void {
  if (job.content.kind !== 'image') return
  const { file, widthPx, heightPx } = job.content.frames[0].image
  if (file === null || widthPx * heightPx > MOST_PIXELS) return
  const url = fileUrl(job, file)
  next.prepare(url, async (signal) => {
    const decoder = workerDecoder()
    try {
      return await decoder.decode(url, signal)
    } finally {
      decoder.dispose()
    }
  })
}
