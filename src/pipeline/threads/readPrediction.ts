import { randomUUID } from 'node:crypto'
import { encodeDocumentPieces } from '../../formats/document/documentFile.ts'
import { encodeLabels } from '../../formats/document/labelsFile.ts'
import type { Fault } from '../../formats/errors/fault.ts'
import { type JobSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { readSubmissionBody } from '../../formats/results/submissionBody.ts'
import type { LegendEntry } from '../../model/document/document.ts'
import { withTagDefaults } from '../../model/document/startDocument.ts'

export type PredictionReading =
  | {
      /** One file in pieces. */
      document: Uint8Array<ArrayBuffer>[]
      labels: Uint8Array<ArrayBuffer> | null
      /** A labelled cloud that is still to be fetched, and what its labels may be. */
      labelsUrl: string | null
      legend: readonly LegendEntry[]
      pointCount: number
    }
  | { failures: readonly Fault[] }

/** Reads the prediction in the body of a job like a submitted result, and writes it as the document that people start with. */
export function readPrediction(source: JobSnapshot): PredictionReading {
  const { job, stored } = openJobSnapshot(source)
  const read = readSubmissionBody(job, stored.prediction, { newId: randomUUID, defaultSource: 'pre_annotation' })
  if ('failures' in read) return { failures: read.failures }
  return {
    document: encodeDocumentPieces(withTagDefaults(read.document, job.tag)),
    labels: read.labels && encodeLabels(read.labels),
    labelsUrl: read.labelsUrl,
    legend: read.document.legend,
    pointCount: job.pointCount ?? 0,
  }
}
