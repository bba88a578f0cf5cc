import { randomUUID } from 'node:crypto'
import { encodeDocument } from '../../formats/document/documentFile.ts'
import { encodeLabels } from '../../formats/document/labelsFile.ts'
import { openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { readSubmissionBody } from '../../formats/results/submissionBody.ts'
import { importTarget } from '../../interchange/core/importTarget.ts'
import { ImportError, type ImportedJob } from '../../interchange/core/reader.ts'
import { withTagDefaults } from '../../model/document/startDocument.ts'
import { hasPrediction, noteImportJobs } from '../../store/project/imports/importJobs.ts'
import type { ImportRow } from '../../store/project/imports/imports.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { findWork } from '../../store/project/work/works.ts'
import { isHeld } from '../../workflow/policies/leases.ts'
import { WorkflowRefusal } from '../../workflow/refusal.ts'
import { may } from '../../workflow/stage/events.ts'
import { putJobPrediction } from '../../workflow/work/submitWork.ts'
import type { PipelineContext } from '../context.ts'
import { jobSnapshotOf } from '../jobSnapshotOf.ts'
import type { ClassNames } from './classNames.ts'
import type { ImportReport } from './importReport.ts'

export interface Applying {
  row: Pick<ImportRow, 'projectId' | 'importId'>
  classes: ClassNames
  report: ImportReport
  /** Replaces an existing prediction too, and work that no person holds. */
  replaces: boolean
}

/** Gives one job its labels as pre-annotation, all of them or none. */
export async function applyLabels(
  context: PipelineContext,
  jobId: string,
  part: ImportedJob,
  applying: Applying,
): Promise<void> {
  const { row, report } = applying
  const job = await findJob(context.pool, row.projectId, jobId)
  if (!job || job.dataDeletedAt) return report.leave(partName(part), 'NOT_FOUND')
  const reason = await reasonToLeave(context, job, applying.replaces)
  if (reason) return report.leave(partName(part), reason)
  const labels = await readPart(context, job, part, applying)
  if (!labels) return
  const document = await context.files.put(Buffer.from(labels.document))
  const points = labels.points && (await context.files.put(labels.points))
  const work = { documentSha256: document.sha256, labelsSha256: points?.sha256 ?? null, annotations: 0 }
  try {
    await putJobPrediction(context.pool, job, work, (db) =>
      noteImportJobs(db, row.projectId, row.importId, [job.jobId], true),
    )
    report.matched++
  } catch (error) {
    // A person took the job meanwhile.
    if (!(error instanceof WorkflowRefusal)) throw error
    report.leave(partName(part), 'IN_WORK')
  }
}

/** What a part is called in the data set: the file that is labelled, not the one that the labels are in. */
export const partName = ({ fileNames, referenceId, file }: ImportedJob): string => fileNames[0] ?? referenceId ?? file

async function reasonToLeave(
  { pool }: PipelineContext,
  job: Job,
  replaces: boolean,
): Promise<'IN_WORK' | 'HAS_PREDICTION' | null> {
  if (!may(job.stage, 'submit') || isHeld(job, Date.now())) return 'IN_WORK'
  if (replaces) return null
  const work = await findWork(pool, job.projectId, job.jobId)
  if (work && work.version > 0) return 'IN_WORK'
  return (await hasPrediction(pool, job.projectId, job.jobId)) ? 'HAS_PREDICTION' : null
}

/** The labels in their stored form; null, and reported, if they cannot be used. */
async function readPart(
  context: PipelineContext,
  job: Job,
  part: ImportedJob,
  { classes, report }: Applying,
): Promise<{ document: string; points: Uint8Array | null } | null> {
  const opened = openJobSnapshot(await jobSnapshotOf(context.pool, job))
  const rename = (label: string) => {
    const renamed = classes.rename(label)
    if (renamed === null) report.drop(label)
    return renamed
  }
  let data: object
  try {
    data = await part.build(importTarget(opened), rename)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    report.fail(error.failure)
    return null
  }
  const onRelationLeftOut = (field: string, lost: string) =>
    report.fail({ file: part.file, field, type: 'NOT_ALLOWED', lost })
  const options = { newId: randomUUID, defaultSource: 'pre_annotation', onRelationLeftOut } as const
  const read = readSubmissionBody(opened.job, { data }, options)
  if ('failures' in read) {
    for (const { field, type } of read.failures) report.fail({ file: part.file, field, type })
    return null
  }
  if (read.labelsUrl !== null) {
    report.fail({ file: part.file, field: 'data.url', type: 'NOT_ALLOWED' })
    return null
  }
  return {
    document: encodeDocument(withTagDefaults(read.document, opened.job.tag)),
    points: read.labels && encodeLabels(read.labels),
  }
}
