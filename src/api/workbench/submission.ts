import { Readable } from 'node:stream'
import { fileOf, type PackedDocument, packDocument } from '../../formats/document/packedDocument.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { failedChecks, otherVersion } from '../../workflow/refusal.ts'
import type { StoredWork } from '../../workflow/work/submitWork.ts'
import type { ReadLabels } from '../threads/readLabels.ts'
import { bodyWithTag } from './jobPayload.ts'
import type { WorkbenchParts } from './parts.ts'

/** The work at exactly this version, written to files; checked first where it is to become a result. */
export async function freezeWork(
  workbench: WorkbenchParts,
  job: Job,
  workVersion: number,
  isChecked: boolean,
): Promise<StoredWork & { workVersion: number }> {
  const work = await workAt(workbench, job, workVersion)
  const annotations = isChecked ? await checkWork(workbench, job, work) : 0
  return { ...(await storeWork(workbench, work)), annotations, workVersion }
}

interface WorkAtVersion {
  document: PackedDocument
  /** Null unless it is a segmentation. */
  labels: ReadLabels | null
}

/** The work at exactly this version; 409 when it stands at another. */
async function workAt({ documents }: WorkbenchParts, job: Job, version: number): Promise<WorkAtVersion> {
  const current = await documents.current(job)
  if (current.version !== version) throw otherVersion(current.version)
  const labels = job.operation === 'segmentation3d' ? await documents.labels(job) : null
  if (labels && labels.version !== version) throw otherVersion(labels.version)
  return { document: packDocument(current.document), labels }
}

/**
 * How many annotations it has. Throws the 409 with everything that must be fixed before this work can be submitted.
 */
async function checkWork(workbench: WorkbenchParts, job: Job, { document, labels }: WorkAtVersion): Promise<number> {
  const { keptSensors } = job
  const order = { ...(await bodyWithTag(workbench, job)), keptSensors, document, labelCounts: labels?.counts ?? null }
  const { findings, annotations } = await workbench.work.validate(job.projectId, order)
  if (findings.length > 0) throw failedChecks(findings)
  return annotations
}

async function storeWork(
  { context }: WorkbenchParts,
  { document, labels }: WorkAtVersion,
): Promise<Omit<StoredWork, 'annotations'>> {
  const { sha256: documentSha256 } = await context.files.put(Readable.from(fileOf(document)))
  const labelsFile = labels && (await context.files.put(labels.file))
  return { documentSha256, labelsSha256: labelsFile?.sha256 ?? null }
}
