import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { decodeDocument } from '../../formats/document/documentFile.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { timestampNs } from '../../formats/jobBody/timestamp.ts'
import { assembleResult } from '../../formats/results/assemble.ts'
import type { Computed, LabelledCloud } from '../../formats/results/assembly.ts'
import { type AcceptedSuggestion, assistanceBy } from '../../formats/results/assistance.ts'
import { camerasOfJob } from '../../formats/results/camerasOfJob.ts'
import {
  type AgreementOf,
  agreementBy,
  type DeliveredConsensus,
  type DeliveredReview,
} from '../../formats/results/deliveredQuality.ts'
import { type JobSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { resultSchemas } from '../../formats/results/schemas.ts'
import { jsonPieces } from '../../json/pieces.ts'
import { hasCameraBoxes } from '../../model/annotationTypes/rulesOf.ts'
import { checkDocument } from '../../model/checks/checks.ts'
import { countFindings, type FindingCounts } from '../../model/checks/finding.ts'
import { frameTimesOf } from '../../model/checks/motion.ts'
import { evidenceOf } from '../../model/checks/trackEvidence.ts'
import { recordAgreement } from '../../model/compare/recordAgreement.ts'
import { deliveredDocument } from '../../model/document/held.ts'
import { projectedBy } from '../../model/document/projectedBoxes.ts'
import type { JobMetadata } from '../../model/jobMetadata.ts'
import { countLabels } from '../../model/segmentation/countLabels.ts'
import { writeLabelledPcd } from '../../pcd/labelledPcd.ts'
import { DEFAULT_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { recordIdsOf } from '../../workflow/jobs/recordId.ts'
import { comparedJob, comparingContext, type StoredDocument, storedSide } from '../../workflow/quality/comparedWork.ts'
import { cloudsOfJob, lookAtClouds, motionsOf } from './cloudLooks.ts'
import { validated } from './validatedResult.ts'

export interface AssembleJob {
  documentPath: string
  labelsPath: string | null
  job: JobSnapshot
  resultVersion: number
  metadata: JobMetadata
  consensus: DeliveredConsensus | null
  /** The submission of each annotator; empty for work of one person. */
  candidates: readonly StoredDocument[]
  review: DeliveredReview | null
  accepted: readonly AcceptedSuggestion[]
  /** Those that wait for a decision. */
  undecidedSuggestions: number
  /** The paths of the clouds on this machine, by field. */
  cloudPaths: ReadonlyMap<string, string>
  /** Address that the labelled cloud will have; null unless it is a segmentation. */
  labelsUrl: string | null
  outPath: string
  labelledPath: string
  /** Documents up to this many bytes are answered as text too. */
  inlineLimitBytes: number
}

export interface Assembled {
  bytes: number
  annotations: number
  /** The document as text, where it is small. */
  inline: string | null
  findings: FindingCounts
}

const CHUNK_CHARACTERS = 256 * 1024

/** Writes the result document of a job, and the labelled cloud of a segmentation, off the main thread. */
export async function assembleDocument(input: AssembleJob): Promise<Assembled> {
  const submitted = decodeDocument(await readFile(input.documentPath, 'utf8'))
  const opened = openJobSnapshot(input.job)
  const document = deliveredDocument(submitted, input.job.tag)
  const clouds = cloudsOfJob(opened, input.cloudPaths)
  const labelledCloud = input.labelsUrl === null ? null : await writeLabels(input, clouds[0].path, input.labelsUrl)
  const evidence = await lookAtClouds(document, clouds)
  const { pointCount } = evidenceOf(evidence)
  const computed: Computed = {
    pointCount: (trackId, frame) => pointCount(trackId, frame) ?? 0,
    projected: projectedBy(camerasOfJob(opened.stored.input, opened.files)),
    labelledCloud,
  }
  const { job } = opened
  const { resultVersion, metadata, consensus, review } = input
  const recordId = recordIdsOf(job.jobId)
  let annotations = 0
  const onRecords = (count: number) => {
    annotations += count
  }
  const assistanceOf = assistanceBy(input.accepted)
  const result = assembleResult({
    document,
    job,
    computed,
    resultVersion,
    metadata,
    consensus,
    review,
    assistanceOf,
    agreementOf: input.candidates.length > 0 ? agreementAmong(input) : undefined,
    recordId,
    onRecords,
  })
  const bytes = await writeJson(validated(result, resultSchemas[document.annotationType]), input.outPath)
  const inline = bytes <= input.inlineLimitBytes ? await readFile(input.outPath, 'utf8') : null
  const times = frameTimesOf(job.frames.map(({ timestamp }) => timestampNs(timestamp)))
  const findings = countFindings(
    checkDocument({
      document: submitted,
      tag: job.tag,
      times,
      motions: await motionsOf(opened, document, times, clouds),
      evidence: clouds.length > 0 ? evidenceOf(evidence) : undefined,
      projected: hasCameraBoxes(job.tag.annotationType) ? computed.projected : null,
      labelCounts: labelledCloud?.counts,
      undecidedSuggestions: input.undecidedSuggestions,
    }),
  )
  return { bytes, annotations, inline, findings }
}

/** After this time, the rest is matched greedily. */
const EXACT_MS = 60_000

function agreementAmong({ job, documentPath, labelsPath, candidates }: AssembleJob): AgreementOf {
  const endMs = performance.now() + EXACT_MS
  const context = comparingContext(job)
  const work = storedSide({ documentPath, labelsPath }, context)
  const sides = candidates.map((candidate) => storedSide(candidate, context))
  return agreementBy(
    work.records,
    recordAgreement(work, sides, comparedJob(context), () => performance.now() > endMs),
  )
}

/** Answers how many bytes were written. */
async function writeJson(value: unknown, path: string): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx' })
  await pipeline(inChunks(jsonPieces(value)), file)
  return file.bytesWritten
}

function* inChunks(pieces: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

async function writeLabels(input: AssembleJob, cloudPath: string, url: string): Promise<LabelledCloud> {
  const labels = decodeLabels(await readFile(input.labelsPath!))
  const source = createReadStream(cloudPath, { highWaterMark: 1 << 20 })
  await pipeline(
    writeLabelledPcd(source, labels, DEFAULT_PCD_LIMITS),
    createWriteStream(input.labelledPath, { flags: 'wx' }),
  )
  return { url, pointCount: labels.length, counts: countLabels(labels) }
}
