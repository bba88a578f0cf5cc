import { decodeDocument } from '../../formats/document/documentFile.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { type KeptJob, openKeptJob } from '../../formats/results/keptJob.ts'
import { predictionData } from '../../formats/results/predictionData.ts'

/** A prediction as it is stored. */
export interface StoredPrediction {
  job: KeptJob
  document: Uint8Array
  labels: Uint8Array | null
}

/** `data` of the prediction as JSON. */
export function showPrediction({ job, document, labels }: StoredPrediction): Uint8Array<ArrayBuffer> {
  const read = decodeDocument(new TextDecoder().decode(document))
  const data = predictionData(openKeptJob(job).job, read, labels && decodeLabels(labels))
  return new TextEncoder().encode(JSON.stringify(data))
}
