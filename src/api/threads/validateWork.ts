import { readThrough } from '../../formats/document/encodedDocument.ts'
import { type PackedDocument, unpackDocument } from '../../formats/document/packedDocument.ts'
import { readStoredJob } from '../../formats/jobBody/readInput.ts'
import { annotationCount } from '../../formats/results/annotationCount.ts'
import { blockingFindings } from '../../model/checks/checks.ts'
import type { Finding } from '../../model/checks/finding.ts'
import { checkIntegrity } from '../../model/checks/integrity.ts'
import type { Tag } from '../../model/tag.ts'

export interface WorkOrder {
  document: PackedDocument
  /** Points by label_key; null unless it is a segmentation. */
  labelCounts: ReadonlyMap<number, number> | null
  /** Its operation is the job's. */
  tag: Tag
  /** The job's body as it was received. */
  payload: Uint8Array
  keptSensors: Record<string, object> | null
}

export interface WorkFindings {
  /** What has to be fixed before the work can be submitted. */
  findings: Finding[]
  annotations: number
}

export function validateWork(order: WorkOrder): WorkFindings {
  const { document: packed, labelCounts, tag } = order
  const document = readThrough(unpackDocument(packed))
  const labelsInUse = labelCounts && new Set(labelCounts.keys())
  const findings = [
    ...checkIntegrity({ document, tag, editableSensors: editableSensors(order), labelsInUse }),
    ...blockingFindings(document, tag),
  ]
  return { findings, annotations: annotationCount(document, labelCounts) }
}

/** Sensors that may be annotated; null where the job has none. */
function editableSensors({ payload, tag, keptSensors }: WorkOrder): ReadonlySet<string> | null {
  const { input } = readStoredJob(payload, tag.operation, keptSensors)
  if (input.kind === 'image' || input.kind === 'video') return null
  return new Set(input.sensors.filter(({ state }) => state === 'editable').map(({ id }) => id))
}
