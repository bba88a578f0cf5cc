import { Readable } from 'node:stream'
import { fileOf, type PackedDocument, packDocument } from '../../formats/document/packedDocument.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { type ReadJob, readJob } from './jobPayload.ts'
import type { Workbench } from './parts.ts'
import { failedChecks, otherVersion } from './reach.ts'
import type { ReadLabels } from './work/readLabels.ts'

/** Work that lies in files, ready to be named by a row. */
export interface StoredWork {
  documentSha256: string
  labelsSha256: string | null
}

export interface WorkAtVersion {
  document: PackedDocument
  /** Null unless it is a segmentation. */
  labels: ReadLabels | null
}

/** The work at exactly this version; 409 when it stands at another. */
export async function workAt({ documents }: Workbench, job: Job, version: number): Promise<WorkAtVersion> {
  const current = await documents.current(job)
  if (current.version !== version) throw otherVersion(current.version)
  const labels = job.operation === 'segmentation3d' ? await documents.labels(job) : null
  if (labels && labels.version !== version) throw otherVersion(labels.version)
  return { document: packDocument(current.document), labels }
}

/**
 * How many annotations it has. Throws the 409 with everything that has to be put right before this work can be handed
 * in.
 */
export async function judge(workbench: Workbench, job: Job, { document, labels }: WorkAtVersion): Promise<number> {
  const { tag, stored } = await readJob(workbench, job)
  const order = { document, labelCounts: labels?.counts ?? null, tag, editableSensors: editableSensors(stored) }
  const { findings, annotations } = await workbench.work.judge(job.projectId, order)
  if (findings.length > 0) throw failedChecks(findings)
  return annotations
}

function editableSensors({ input }: ReadJob['stored']): ReadonlySet<string> | null {
  if (input.kind === 'image' || input.kind === 'video') return null
  return new Set(input.sensors.filter(({ state }) => state === 'editable').map(({ id }) => id))
}

export async function storeWork({ context }: Workbench, { document, labels }: WorkAtVersion): Promise<StoredWork> {
  const { sha256: documentSha256 } = await context.files.put(Readable.from(fileOf(document)))
  const labelsFile = labels && (await context.files.put(labels.file))
  return { documentSha256, labelsSha256: labelsFile?.sha256 ?? null }
}
