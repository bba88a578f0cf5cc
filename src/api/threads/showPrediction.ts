import { decodeDocument } from '../../formats/document/documentFile.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import type { JobContext } from '../../formats/results/jobContext.ts'
import { predictionData } from '../../formats/results/predictionData.ts'

/** A prediction as it is stored. */
export interface StoredPrediction {
  job: JobContext
  document: Uint8Array
  labels: Uint8Array | null
}

/** `data` of the prediction, its lists made: they travel to another thread. */
export function showPrediction({ job, document, labels }: StoredPrediction): object {
  const read = decodeDocument(new TextDecoder().decode(document))
  return JSON.parse(JSON.stringify(predictionData(job, read, labels && decodeLabels(labels))))
}
