import { readThrough } from '../../formats/document/encodedDocument.ts'
import { type PackedDocument, unpackDocument } from '../../formats/document/packedDocument.ts'
import type { JobInput } from '../../formats/jobBody/input.ts'
import { readStoredJob } from '../../formats/jobBody/readInput.ts'
import { annotationCount } from '../../formats/results/annotationCount.ts'
import { writeFinding } from '../../formats/workbench/checks.ts'
import type { WireFinding } from '../../formats/workbench/findingAnswer.ts'
import { isOneRecord } from '../../model/annotationTypes/rulesOf.ts'
import { blockingFindings } from '../../model/checks/checks.ts'
import { checkIntegrity } from '../../model/checks/integrity.ts'
import { ranked } from '../../model/checks/severity.ts'
import { deliveredDocument } from '../../model/document/held.ts'
import type { Tag } from '../../model/tag.ts'

export interface WorkOrder {
  document: PackedDocument
  /** Points by label_key; null unless it is a segmentation. */
  labelCounts: ReadonlyMap<number, number> | null
  /** Its operation is the job's. */
  tag: Tag
  /** The job's body as received. */
  payload: Uint8Array
  keptSensors: Record<string, object> | null
}

export interface WorkFindings {
  /** Findings that must be fixed before the work can be submitted. */
  findings: WireFinding[]
  annotations: number
}

export function validateWork(order: WorkOrder): WorkFindings {
  const { document: packed, labelCounts, tag } = order
  const through = readThrough(unpackDocument(packed))
  // The checks walk over it many times: its tracks are read once.
  const document = { ...through, tracks: new Map(through.tracks) }
  const labelsInUse = labelCounts && new Set(labelCounts.keys())
  const { input } = readStoredJob(order.payload, tag.annotationType, order.keptSensors)
  const broken = checkIntegrity({ document, tag, editableSensors: editableSensors(input), labelsInUse })
  const findings = [...ranked(broken, tag), ...blockingFindings({ document, tag, ...(labelCounts && { labelCounts }) })]
  const frameIds = input.kind === 'image' ? [''] : input.frames.map(({ frameId }) => frameId)
  return {
    findings: findings.map((finding) => writeFinding(finding, frameIds, isOneRecord(tag.annotationType))),
    annotations: annotationCount(deliveredDocument(document, tag), labelCounts),
  }
}

/** Sensors that may be annotated; null if the job has none. */
function editableSensors(input: JobInput): ReadonlySet<string> | null {
  if (input.kind === 'image' || input.kind === 'video') return null
  return new Set(input.sensors.filter(({ state }) => state === 'editable').map(({ id }) => id))
}
