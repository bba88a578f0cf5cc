import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { readDocument } from '../../formats/document/documentFile.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { timestampNs } from '../../formats/jobBody/timestamp.ts'
import { assembleResult } from '../../formats/results/assemble.ts'
import type { Computed, LabelledCloud } from '../../formats/results/assembly.ts'
import { type AcceptedSuggestion, assistanceBy } from '../../formats/results/assistance.ts'
import { camerasOfJob, poseOf } from '../../formats/results/camerasOfJob.ts'
import {
  type AgreementOf,
  agreementBy,
  type DeliveredConsensus,
  type DeliveredReview,
} from '../../formats/results/deliveredQuality.ts'
import { type JobSnapshot, type OpenedSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { resultSchemas } from '../../formats/results/schemas.ts'
import { identityPose, type Pose } from '../../geometry/pose.ts'
import { jsonPieces } from '../../json/pieces.ts'
import { hasCameraBoxes } from '../../model/annotationTypes/rulesOf.ts'
import { checkDocument } from '../../model/checks/checks.ts'
import { fastFrames } from '../../model/checks/fastFrames.ts'
import { countFindings, type FindingCounts } from '../../model/checks/finding.ts'
import { allInCommonFrame, FramePoints, type PosedPoints } from '../../model/checks/framePoints.ts'
import type { KnownMotions } from '../../model/checks/groundMotion.ts'
import { type FrameTimes, frameTimesOf } from '../../model/checks/motion.ts'
import {
  addEvidence,
  CuboidsToLookAt,
  type EvidenceByTrack,
  evidenceOf,
  floatingTracks,
  lookAtFrame,
  type TrackEvidence,
} from '../../model/checks/trackEvidence.ts'
import { recordAgreement } from '../../model/compare/recordAgreement.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import { deliveredDocument } from '../../model/document/held.ts'
import { projectedBy } from '../../model/document/projectedBoxes.ts'
import { vehicleMotion } from '../../model/egoMotion/vehicleMotion.ts'
import type { JobMetadata } from '../../model/jobMetadata.ts'
import { countLabels } from '../../model/segmentation/countLabels.ts'
import { writeLabelledPcd } from '../../pcd/labelledPcd.ts'
import { DEFAULT_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { readPcd } from '../../pcd/pcdReader.ts'
import { recordIdsOf } from '../../workflow/jobs/recordId.ts'
import { comparedJob, comparingContext, type StoredDocument, storedSide } from '../../workflow/quality/comparedWork.ts'
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
  const submitted = readDocument(await readFile(input.documentPath))
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

/** One cloud of a frame. commonFromCloud: the sensor's pose, or the identity where the file is in the common frame. */
interface CloudOfFrame {
  frame: number
  path: string
  commonFromCloud: Pose
}

function cloudsOfJob({ job, stored: { input } }: OpenedSnapshot, paths: ReadonlyMap<string, string>): CloudOfFrame[] {
  if (input.kind !== 'frames' && input.kind !== 'cloud') return []
  return input.frames.flatMap(({ sensors }, frame) =>
    sensors.flatMap(({ field, sensorPose }) => {
      const path = paths.get(field)
      const commonFromCloud = job.pointCloudFrame === 'common' ? identityPose : poseOf(sensorPose)
      return path === undefined ? [] : [{ frame, path, commonFromCloud }]
    }),
  )
}

/** What the points say of the cuboids, frame by frame, so that the clouds of one frame alone are in memory. */
async function lookAtClouds(document: AnnotatedDocument, clouds: readonly CloudOfFrame[]): Promise<EvidenceByTrack> {
  const found = new Map<string, TrackEvidence>()
  const look = async (floating: ReadonlySet<string> | null) => {
    const cuboids = new CuboidsToLookAt(document, document.tracks.values(), floating)
    const ofRound = new Map<string, TrackEvidence>()
    for (const [frame, ofFrame] of Map.groupBy(clouds, (cloud) => cloud.frame)) {
      const boxes = cuboids.at(frame)
      if (boxes.length > 0) lookAtFrame(ofRound, frame, boxes, new FramePoints(await readClouds(ofFrame)))
    }
    addEvidence(found, ofRound)
  }
  await look(null)
  await look(floatingTracks(found))
  return found
}

async function readClouds(clouds: readonly CloudOfFrame[]): Promise<PosedPoints[]> {
  const points: PosedPoints[] = []
  for (const { path, commonFromCloud } of clouds) {
    const { positions } = await readPcd(createReadStream(path, { highWaterMark: 1 << 20 }), DEFAULT_PCD_LIMITS)
    points.push({ positions, commonFromPoints: commonFromCloud })
  }
  return points
}

/** What the vehicle did where it has no poses, from the frames in which something is too fast for it to be true. */
async function motionsOf(
  { job }: OpenedSnapshot,
  document: AnnotatedDocument,
  times: FrameTimes,
  clouds: readonly CloudOfFrame[],
): Promise<KnownMotions | undefined> {
  if (clouds.length === 0 || job.frames.every(({ egoPose }) => egoPose !== null)) return undefined
  const motions = new Map<number, Pose | null>()
  for (const frame of fastFrames(document, job.tag, times)) {
    const [before, now] = [frame, frame + 1].map((one) => clouds.filter((cloud) => cloud.frame === one))
    if (before.length === 0 || now.length === 0) continue
    const [from, to] = [await readClouds(before), await readClouds(now)].map(allInCommonFrame)
    motions.set(frame, vehicleMotion(from, to, before[0].commonFromCloud.position))
  }
  return motions
}
