import { readFileSync } from 'node:fs'
import { readDocument } from '../../formats/document/documentFile.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { type JobSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { predictionData } from '../../formats/results/predictionData.ts'
import type { StoredDocument } from '../../workflow/quality/comparedWork.ts'

/** A stored prediction. */
export interface StoredPrediction extends StoredDocument {
  job: JobSnapshot
}

/** `data` of the prediction as JSON. */
export function showPrediction({ job, documentPath, labelsPath }: StoredPrediction): Uint8Array<ArrayBuffer> {
  const document = readDocument(readFileSync(documentPath))
  const labels = labelsPath === null ? null : decodeLabels(readFileSync(labelsPath))
  const data = predictionData(openJobSnapshot(job).job, document, labels)
  return new TextEncoder().encode(JSON.stringify(data))
}
