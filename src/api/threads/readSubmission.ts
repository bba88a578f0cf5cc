import { randomUUID } from 'node:crypto'
import { encodeDocumentPieces } from '../../formats/document/documentFile.ts'
import { encodeLabels } from '../../formats/document/labelsFile.ts'
import { type Refusal, refusal } from '../../formats/jobBody/jobBody.ts'
import { textFaults } from '../../formats/json/textFaults.ts'
import { annotationCount } from '../../formats/results/annotationCount.ts'
import { type JobSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { readSubmissionBody } from '../../formats/results/submissionBody.ts'
import { JsonTextError } from '../../json/jsonTextError.ts'
import { parseLazily } from '../../json/lazy.ts'
import type { LegendEntry, ShapeSource } from '../../model/document/document.ts'

/** A submitted result with all that is needed to validate it. */
export interface SubmissionOrder {
  bytes: Uint8Array
  job: JobSnapshot
  defaultSource: ShapeSource
  /** Whether the answer must name the path of each record, since its checks may refuse it. */
  withPaths?: boolean
}

/** Files to be written, or why there are none. */
export type SubmissionReading =
  | {
      /** One file in pieces. */
      document: Uint8Array<ArrayBuffer>[]
      labels: Uint8Array<ArrayBuffer> | null
      annotations: number
      /** A labelled cloud that is still to be fetched, and what its labels may be. */
      labelsUrl: string | null
      legend: readonly LegendEntry[]
      /** Path in the body by recordKey; null where it was not asked for. */
      paths: ReadonlyMap<string, string> | null
    }
  | { refusal: Refusal }

/**
 * Parses and checks a submitted result like human work, and writes it as the working document. Records are parsed one
 * at a time: a body of many small ones would take gigabytes otherwise.
 */
export function readSubmission(order: SubmissionOrder): SubmissionReading {
  try {
    return readParts(order)
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    return { refusal: { code: 'GE_0001', failures: textFaults(error), message: error.message } }
  }
}

export const recordKey = (trackId: string, sensorId: string | null, frame: number): string =>
  JSON.stringify([trackId, sensorId, frame])

function readParts({ bytes, job, defaultSource, withPaths = false }: SubmissionOrder): SubmissionReading {
  const body = parseLazily(bytes)
  const paths = new Map<string, string>()
  const onRecord = (trackId: string, sensorId: string | null, frame: number, path: string) => {
    paths.set(recordKey(trackId, sensorId, frame), path)
  }
  const options = { newId: randomUUID, defaultSource, ...(withPaths && { onRecord }) }
  const read = readSubmissionBody(openJobSnapshot(job).job, body, options)
  if ('code' in read) {
    const told = refusal(read.code, read.failures)
    return { refusal: read.failures.length > 0 ? told : { ...told, message: 'the body must be a JSON object' } }
  }
  return {
    document: encodeDocumentPieces(read.document),
    labels: read.labels && encodeLabels(read.labels),
    annotations: annotationCount(read.document, read.labels),
    labelsUrl: read.labelsUrl,
    legend: read.document.legend,
    paths: withPaths ? paths : null,
  }
}
