import { readThrough } from '../../formats/document/encodedDocument.ts'
import { type PackedDocument, unpackDocument } from '../../formats/document/packedDocument.ts'
import { annotationCount } from '../../formats/results/annotationCount.ts'
import { blockingFindings } from '../../model/checks/checks.ts'
import type { Finding } from '../../model/checks/finding.ts'
import { checkIntegrity } from '../../model/checks/integrity.ts'
import type { Tag } from '../../model/tag.ts'

export interface WorkOrder {
  document: PackedDocument
  /** Points by label_key; null unless it is a segmentation. */
  labelCounts: ReadonlyMap<number, number> | null
  tag: Tag
  /** Sensors that may be annotated; null where the job has none. */
  editableSensors: ReadonlySet<string> | null
}

export interface WorkFindings {
  /** What has to be fixed before the work can be submitted. */
  findings: Finding[]
  annotations: number
}

export function validateWork({ document: packed, labelCounts, tag, editableSensors }: WorkOrder): WorkFindings {
  const document = readThrough(unpackDocument(packed))
  const labelsInUse = labelCounts && new Set(labelCounts.keys())
  const findings = [
    ...checkIntegrity({ document, tag, editableSensors, labelsInUse }),
    ...blockingFindings(document, tag),
  ]
  return { findings, annotations: annotationCount(document, labelCounts) }
}
