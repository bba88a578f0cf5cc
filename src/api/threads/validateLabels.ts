import { encodeLabels } from '../../formats/document/labelsFile.ts'
import type { Fault } from '../../formats/errors/fault.ts'
import { checkSubmittedLabels } from '../../formats/results/submissionSegmentation.ts'
import type { LegendEntry, PointLabels } from '../../model/document/document.ts'
import { countLabels } from '../../model/segmentation/countLabels.ts'

/** Labels that came as a separate point cloud, with what they are checked against. */
export interface FetchedLabels {
  labels: PointLabels
  legend: readonly LegendEntry[]
  pointCount: number
  /** The field of the cloud's address. */
  field: string
}

export type CheckedLabels =
  /** `inUse`: legend entries that some point has. */
  { file: Uint8Array<ArrayBuffer>; inUse: number } | { failures: Fault[] }

export function validateLabels({ labels, legend, pointCount, field }: FetchedLabels): CheckedLabels {
  const failures = checkSubmittedLabels(labels, legend, pointCount, field)
  if (failures.length > 0) return { failures }
  const inUse = [...countLabels(labels).keys()].filter((key) => key !== 0).length
  return { file: encodeLabels(labels), inUse }
}
