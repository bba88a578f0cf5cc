import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { packFile, unpackDocument } from '../../formats/document/packedDocument.ts'
import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import { refusal } from '../../formats/jobBody/jobBody.ts'
import { memberPath } from '../../json/text.ts'
import type { Finding } from '../../model/checks/finding.ts'
import { IMAGE_VIEW } from '../../model/document/document.ts'
import { countLabels } from '../../model/segmentation/countLabels.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { refused } from '../../workflow/refusal.ts'
import type { JobChecking } from '../checking/jobChecking.ts'
import { recordKey, type SubmissionReading } from '../threads/readSubmission.ts'

const MOST_FAULTS = 1_000

/** Holds a submitted result against the checks of its tag. @throws WorkflowRefusal where they find errors */
export async function refuseFindings(
  checking: JobChecking,
  job: Job,
  { document, labels, paths }: Exclude<SubmissionReading, { refusal: unknown }>,
  fetchedFile: Uint8Array | null,
): Promise<void> {
  const file = fetchedFile ?? labels
  const points = file && decodeLabels(file)
  const work = {
    version: 0,
    document: unpackDocument(packFile(Buffer.concat(document))),
    labelCounts: points && countLabels(points),
  }
  const { findings, frameIds } = await checking.whole(job, work)
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  const faults: Fault[] = []
  for (const error of errors) {
    for (const frame of error.frames ?? [null]) {
      if (faults.length >= MOST_FAULTS) break
      faults.push(faultAt(pathOf(error, frame, paths, frameIds), 'NOT_ALLOWED', error.code, error.message))
    }
  }
  throw refused(refusal('FS_0003', faults))
}

/** The path of a finding's record in the body; for the job or a frame, that of its attributes. */
function pathOf(
  { where: { trackId, sensorId } }: Finding,
  frame: number | null,
  paths: ReadonlyMap<string, string> | null,
  frameIds: readonly string[],
): string {
  if (frame === null) return 'data'
  if (trackId === undefined) return memberPath('data.frame_attributes', frameIds[frame])
  const views = [sensorId ?? null, null, IMAGE_VIEW]
  const found = views.map((view) => paths?.get(recordKey(trackId, view, frame))).find((path) => path !== undefined)
  return found ?? 'data'
}
