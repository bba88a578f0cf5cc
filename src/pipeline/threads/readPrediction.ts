import { randomUUID } from 'node:crypto'
import { encodeDocument } from '../../formats/document/documentFile.ts'
import { encodeLabels } from '../../formats/document/labelsFile.ts'
import type { Fault } from '../../formats/errors/fault.ts'
import { readStoredJob } from '../../formats/jobBody/readInput.ts'
import { contextOfJob, type FileFacts } from '../../formats/results/contextOfJob.ts'
import { readSubmissionBody } from '../../formats/results/submissionBody.ts'
import type { LegendEntry } from '../../model/document/document.ts'
import { withTagDefaults } from '../../model/document/startDocument.ts'
import type { Tag } from '../../model/tag.ts'
import { unpackedPiece } from '../pieces.ts'
import type { StoredJob } from './validationPlan.ts'

/** A job with a prediction in its body, now that its files are known. */
export interface PredictionOrder extends StoredJob {
  job: { jobId: string; referenceId: string; tag: Tag; pointCloudFrame: 'sensor' | 'common' | null }
  /** Field and facts of each file, `packed`. */
  facts: readonly Uint8Array[]
}

export type PredictionReading =
  | {
      document: Uint8Array<ArrayBuffer>
      labels: Uint8Array<ArrayBuffer> | null
      /** A labelled cloud that is still to be fetched, and what its labels may be. */
      labelsUrl: string | null
      legend: readonly LegendEntry[]
      pointCount: number
    }
  | { failures: readonly Fault[] }

/** Reads the prediction of a job like a submitted result, and writes it as the document that people start with. */
export function readPrediction({ bytes, operation, keptSensors, job, facts }: PredictionOrder): PredictionReading {
  const stored = readStoredJob(bytes, operation, keptSensors)
  const files = new Map(facts.flatMap((piece) => unpackedPiece<[string, FileFacts]>(piece)))
  const context = contextOfJob({ ...job, stored, files })
  const read = readSubmissionBody(context, stored.prediction, { newId: randomUUID, defaultSource: 'pre_annotation' })
  if ('failures' in read) return { failures: read.failures }
  return {
    document: new TextEncoder().encode(encodeDocument(withTagDefaults(read.document, job.tag))),
    labels: read.labels && encodeLabels(read.labels),
    labelsUrl: read.labelsUrl,
    legend: read.document.legend,
    pointCount: context.pointCount ?? 0,
  }
}
