import { decodeDocument } from '../../formats/document/documentFile.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { camerasOfJob } from '../../formats/results/camerasOfJob.ts'
import type { JobContext } from '../../formats/results/jobContext.ts'
import { type KeptJob, openKeptJob } from '../../formats/results/keptJob.ts'
import type { ComparedJob, ComparedSide } from '../../model/compare/compare.ts'
import { comparedRecords } from '../../model/compare/comparedRecord.ts'
import type { AnnotatedDocument, PointLabels } from '../../model/document/document.ts'
import { type CameraOfFrame, projectedBy } from '../../model/document/projectedBoxes.ts'
import { recordIdsOf } from '../jobs/recordId.ts'

/** A document as it is stored in files. */
export interface StoredDocument {
  document: Uint8Array
  labels: Uint8Array | null
}

/** What has to be known of a job to compare documents of it. */
export interface ComparingContext {
  job: JobContext
  cameras: readonly CameraOfFrame[]
}

export function comparingContext(source: KeptJob): ComparingContext {
  const { job, stored, files } = openKeptJob(source)
  return { job, cameras: camerasOfJob(stored.input, files) }
}

/** What the comparison has to know of a job. */
export const comparedJob = ({ tag, frames }: JobContext): ComparedJob => ({
  operation: tag.operation,
  frameCount: frames.length,
  classes: tag.classes,
  imageOf: (frame) => frames[frame]?.image ?? null,
})

export const storedSide = ({ document, labels }: StoredDocument, context: ComparingContext): ComparedSide =>
  comparedSide(decodeDocument(new TextDecoder().decode(document)), labels && decodeLabels(labels), context)

export function comparedSide(
  document: AnnotatedDocument,
  labels: PointLabels | null,
  { job, cameras }: ComparingContext,
): ComparedSide {
  const options = { projected: projectedBy(cameras), recordId: recordIdsOf(job.jobId) }
  return {
    records: comparedRecords(document, job, options),
    points: labels && { legend: document.legend, labels },
  }
}
