import { readFileSync } from 'node:fs'
import { readDocument } from '../../formats/document/documentFile.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { cameraSizes, camerasOfJob } from '../../formats/results/camerasOfJob.ts'
import type { JobContext } from '../../formats/results/jobContext.ts'
import { type JobSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import type { ComparedJob, ComparedSide } from '../../model/compare/compare.ts'
import { comparedRecords } from '../../model/compare/comparedRecord.ts'
import type { AnnotatedDocument, PointLabels } from '../../model/document/document.ts'
import { type CameraOfFrame, projectedBy } from '../../model/document/projectedBoxes.ts'
import type { FileStore } from '../../store/files/fileStore.ts'
import { recordIdsOf } from '../jobs/recordId.ts'

/** The path of a document on this machine: it is read when needed, not while it waits. */
export interface StoredDocument {
  documentPath: string
  labelsPath: string | null
}

/** The facts of a job that comparing its documents needs. */
export interface ComparingContext {
  job: JobContext
  cameras: readonly CameraOfFrame[]
  imageOf: ComparedJob['imageOf']
}

export function comparingContext(source: JobSnapshot): ComparingContext {
  const { job, stored, files } = openJobSnapshot(source)
  const sizeOf = cameraSizes(stored.input, files)
  return {
    job,
    cameras: camerasOfJob(stored.input, files),
    imageOf: (frame, sensorId) => job.frames[frame]?.image ?? sizeOf(frame, sensorId),
  }
}

/** The facts of a job for the comparison. */
export const comparedJob = ({ job: { tag, frames }, imageOf }: ComparingContext): ComparedJob => ({
  annotationType: tag.annotationType,
  frameCount: frames.length,
  classes: tag.classes,
  imageOf,
  egoAt: (frame) => frames[frame]?.egoPose?.position ?? null,
  frameIdOf: (frame) => frames[frame]?.frameId || null,
})

export const storedSide = ({ documentPath, labelsPath }: StoredDocument, context: ComparingContext): ComparedSide =>
  comparedSide(
    readDocument(readFileSync(documentPath)),
    labelsPath === null ? null : decodeLabels(readFileSync(labelsPath)),
    context,
  )

/** The files of a document, as the database names them. */
export interface StoredPlace {
  documentSha256: string
  labelsSha256: string | null
}

/** @throws FileMissingError */
export const locate = async (
  files: FileStore,
  { documentSha256, labelsSha256 }: StoredPlace,
): Promise<StoredDocument> => ({
  documentPath: await files.localPath(documentSha256),
  labelsPath: labelsSha256 === null ? null : await files.localPath(labelsSha256),
})

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
