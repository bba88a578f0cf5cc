import { encodeDocument } from '../../formats/document/documentFile.ts'
import { encodeLabels } from '../../formats/document/labelsFile.ts'
import { annotationCount } from '../../formats/results/annotationCount.ts'
import { countLabels } from '../../formats/results/assembleSegmentation.ts'
import { checkDocument } from '../../model/checks/checks.ts'
import { checkIntegrity } from '../../model/checks/integrity.ts'
import type { PointLabels } from '../../model/document/document.ts'
import type { Job } from '../../store/jobs/jobs.ts'
import type { OpenDocument } from './documentMemory.ts'
import { type ReadJob, readJob } from './jobPayload.ts'
import type { Workbench } from './parts.ts'
import { failedChecks, otherVersion } from './reach.ts'

/** Work that passed the checks and lies in files, ready to be named by a row. */
export interface StoredWork {
  documentSha256: string
  labelsSha256: string | null
  annotations: number
}

/** The work at exactly this version; 409 when it stands at another. */
export async function workAt({ documents }: Workbench, job: Job, version: number) {
  const current = await documents.current(job)
  if (current.version !== version) throw otherVersion(current.version)
  const labels = job.operation === 'segmentation3d' ? await documents.labels(job) : null
  if (labels && labels.version !== version) throw otherVersion(labels.version)
  return { ...current, labels: labels?.labels ?? null }
}

type Work = OpenDocument & { labels: PointLabels | null }

/** Throws the 409 with everything that has to be put right before this work can be handed in. */
export async function refuseUnfit(workbench: Workbench, job: Job, { document, labels }: Work): Promise<void> {
  const { tag, stored } = await readJob(workbench, job)
  const findings = [
    ...checkIntegrity({
      document,
      tag,
      editableSensors: editableSensors(stored),
      labelsInUse: labels && new Set(countLabels(labels).keys()),
    }),
    ...checkDocument({ document, tag }),
  ].filter((finding) => finding.severity === 'error')
  if (findings.length > 0) throw failedChecks(findings)
}

function editableSensors({ input }: ReadJob['stored']): ReadonlySet<string> | null {
  if (input.kind === 'image' || input.kind === 'video') return null
  return new Set(input.sensors.filter(({ state }) => state === 'editable').map(({ id }) => id))
}

export async function storeWork({ context }: Workbench, { document, labels }: Work): Promise<StoredWork> {
  const { sha256: documentSha256 } = await context.files.put(Buffer.from(encodeDocument(document)))
  const labelsFile = labels && (await context.files.put(encodeLabels(labels)))
  const annotations = annotationCount(document, labels)
  return { documentSha256, labelsSha256: labelsFile?.sha256 ?? null, annotations }
}
