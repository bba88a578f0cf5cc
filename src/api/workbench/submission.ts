import { Readable } from 'node:stream'
import { fileOf, type PackedDocument, packDocument } from '../../formats/document/packedDocument.ts'
import { writeFinding } from '../../formats/workbench/checks.ts'
import type { WireFinding } from '../../formats/workbench/findingAnswer.ts'
import { isOneRecord, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { Tag } from '../../model/tag.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { failedChecks, otherVersion, uncheckedWork } from '../../workflow/refusal.ts'
import type { StoredWork } from '../../workflow/work/submitWork.ts'
import type { ReadLabels } from '../threads/readLabels.ts'
import { knownChecks, suggestionFindings } from './checkRoutes.ts'
import { bodyWithTag } from './jobPayload.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** The work at exactly this version, written to files; checked first where it is to become a result. */
export async function snapshotWork(
  workbench: WorkbenchContext,
  job: Job,
  workVersion: number,
  isChecked: boolean,
): Promise<StoredWork & { workVersion: number }> {
  const work = await workAt(workbench, job, workVersion)
  const annotations = isChecked ? await checkWork(workbench, job, work) : 0
  return { ...(await storeWork(workbench, work)), annotations, workVersion }
}

interface WorkAtVersion {
  version: number
  document: PackedDocument
  /** Null unless it is a segmentation. */
  labels: ReadLabels | null
}

/** The work at exactly this version; 409 if it has another. */
async function workAt({ documents }: WorkbenchContext, job: Job, version: number): Promise<WorkAtVersion> {
  const current = await documents.current(job)
  if (current.version !== version) throw otherVersion(current.version)
  const labels = rulesOf(job.annotationType).hasLabels ? await documents.labels(job) : null
  if (labels && labels.version !== version) throw otherVersion(labels.version)
  return { version, document: packDocument(current.document), labels }
}

/**
 * How many annotations it has. Throws the 409 with everything that must be fixed before this work can be submitted.
 */
async function checkWork(workbench: WorkbenchContext, job: Job, work: WorkAtVersion): Promise<number> {
  const { document, labels, version } = work
  const { keptSensors } = job
  const order = { ...(await bodyWithTag(workbench, job)), keptSensors, document, labelCounts: labels?.counts ?? null }
  const { findings, annotations } = await workbench.work.validate(job.projectId, order)
  const others = hasOwnErrors(order.tag) ? await otherErrors(workbench, job, version) : []
  const known = new Set(findings.map(keyOf))
  const all = [...findings, ...others.filter((finding) => !known.has(keyOf(finding)))]
  if (all.length > 0) throw failedChecks(all)
  return annotations
}

const keyOf = ({ code, track_id, other_track_id, legend_entry_id, frame_ids }: WireFinding): string =>
  JSON.stringify([code, track_id, other_track_id, legend_entry_id, track_id === undefined && frame_ids])

/**
 * Whether the tag makes errors of findings that are warnings by default: points and times of frames may be needed for
 * them.
 */
const hasOwnErrors = ({ checks = {} }: Pick<Tag, 'checks'>): boolean => Object.values(checks).includes('error')

const CHECKED_WITHIN_MS = 60_000

/** Errors of the whole list of checks. @throws WorkflowRefusal while not everything was looked at */
async function otherErrors(workbench: WorkbenchContext, job: Job, version: number): Promise<WireFinding[]> {
  const { complete, findings, frameIds } = await knownChecks(workbench, job, version, CHECKED_WITHIN_MS)
  const all = [...findings, ...(await suggestionFindings(workbench, job))]
  const errors = all.filter(({ severity }) => severity === 'error')
  if (errors.length === 0 && !complete) throw uncheckedWork()
  return errors.map((error) => writeFinding(error, frameIds, isOneRecord(job.annotationType)))
}

async function storeWork(
  { context }: WorkbenchContext,
  { document, labels }: WorkAtVersion,
): Promise<Omit<StoredWork, 'annotations'>> {
  const { sha256: documentSha256 } = await context.files.put(Readable.from(fileOf(document)))
  const labelsFile = labels && (await context.files.put(labels.file))
  return { documentSha256, labelsSha256: labelsFile?.sha256 ?? null }
}
