import { readFile } from 'node:fs/promises'
import type { EncodedDocument } from '../../formats/document/encodedDocument.ts'
import { type PackedDocument, unpackDocument } from '../../formats/document/packedDocument.ts'
import { timestampNs } from '../../formats/jobBody/timestamp.ts'
import { camerasOfJob, poseOf } from '../../formats/results/camerasOfJob.ts'
import { type JobSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { applyPose, identityPose, type Pose } from '../../geometry/pose.ts'
import { hasCameraBoxes } from '../../model/annotationTypes/rulesOf.ts'
import { checkDocument } from '../../model/checks/checks.ts'
import { fastFrames } from '../../model/checks/fastFrames.ts'
import type { Finding } from '../../model/checks/finding.ts'
import { allInCommonFrame, FramePoints, type PosedPoints } from '../../model/checks/framePoints.ts'
import type { KnownMotions } from '../../model/checks/groundMotion.ts'
import { type FrameTimes, frameTimesOf } from '../../model/checks/motion.ts'
import { type PackedBoxes, packBoxes, unpackBoxes } from '../../model/checks/packedBoxes.ts'
import {
  CuboidsToLookAt,
  type EvidenceByTrack,
  evidenceOf,
  lookAtFrame,
  type TrackEvidence,
} from '../../model/checks/trackEvidence.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import { type CameraOfFrame, projectedBy } from '../../model/document/projectedBoxes.ts'
import { vehicleMotion } from '../../model/egoMotion/vehicleMotion.ts'
import type { Tag } from '../../model/tag.ts'
import { decodePointChunks } from '../../pcd/pointChunks.ts'

/** What checks have to know of a job besides its document. It stays the same while the job is worked on. */
export interface CheckPlan {
  frameIds: string[]
  times: FrameTimes
  clouds: PlannedCloud[]
  /** Of jobs with boxes on cameras; empty elsewhere. */
  cameras: CameraOfFrame[]
  /** Each frame says where the vehicle is: what stands still stays where it is. */
  hasEgoPose: boolean
}

export interface PlannedCloud {
  frame: number
  field: string
  commonFromCloud: Pose
}

/** A prepared cloud, with its place on this machine. */
export interface LocalCloud extends PlannedCloud {
  path: string
}

export function planChecks(kept: JobSnapshot): CheckPlan {
  const { job, stored, files } = openJobSnapshot(kept)
  const { input } = stored
  const frames = input.kind === 'frames' || input.kind === 'cloud' ? input.frames : []
  const lidars = new Set(job.sensors.filter(({ modality }) => modality === 'lidar').map(({ id }) => id))
  return {
    frameIds: job.frames.map(({ frameId }) => frameId),
    times: frameTimesOf(job.frames.map(({ timestamp }) => timestampNs(timestamp))),
    clouds: frames.flatMap(({ sensors }, frame) =>
      sensors
        .filter(({ sensorId }) => lidars.has(sensorId))
        .map(({ field, sensorPose }) => ({
          frame,
          field,
          commonFromCloud: job.pointCloudFrame === 'common' ? identityPose : poseOf(sensorPose),
        })),
    ),
    cameras: hasCameraBoxes(job.tag.annotationType) ? camerasOfJob(input, files) : [],
    hasEgoPose: frames.every(({ egoPose }) => egoPose !== null),
  }
}

export interface CuboidLook {
  document: PackedDocument
  /** Whose cuboids are looked at. */
  trackIds: readonly string[]
  /** As CuboidsToLookAt has it. */
  floating: ReadonlySet<string> | null
}

/** What has to be found out of the boxes in each frame, without frames of which nothing is asked; see CuboidsToLookAt. */
export function boxesToLookAt({ document, trackIds, floating }: CuboidLook): Map<number, PackedBoxes> {
  const { head, tracks: store } = unpackDocument(document)
  const cuboids = new CuboidsToLookAt(head, readTracks(store, trackIds), floating)
  const placeOf = new Map(trackIds.map((id, place) => [id, place]))
  const byFrame = new Map<number, PackedBoxes>()
  for (let frame = 0; frame < head.frameCount; frame++) {
    const boxes = cuboids.at(frame)
    if (boxes.length > 0) byFrame.set(frame, packBoxes(boxes, placeOf))
  }
  return byFrame
}

const readTracks = (store: EncodedDocument['tracks'], ids: readonly string[]) =>
  ids.flatMap((id) => store.get(id) ?? [])

export interface PointLook {
  /** As boxesToLookAt got it. */
  trackIds: readonly string[]
  frames: { boxes: PackedBoxes; clouds: readonly LocalCloud[] }[]
}

/** What the points of some frames say of cuboids. */
export async function lookAtPoints({ trackIds, frames }: PointLook): Promise<Map<string, TrackEvidence>> {
  const found = new Map<string, TrackEvidence>()
  for (const { boxes, clouds } of frames) {
    const points = new FramePoints(await Promise.all(clouds.map(readPoints)))
    lookAtFrame(found, clouds[0].frame, unpackBoxes(boxes, trackIds), points)
  }
  return found
}

async function readPoints({ path, commonFromCloud }: LocalCloud): Promise<PosedPoints> {
  const { positions, originM } = decodePointChunks(await readFile(path))
  return { positions, commonFromPoints: { ...commonFromCloud, position: applyPose(commonFromCloud, originM) } }
}

/** See fastFrames. */
export const fastFramesOf = ({ document, tag, times }: Pick<WholeCheck, 'document' | 'tag' | 'times'>): number[] =>
  fastFrames(wholeDocument(document), tag, times)

/** What the vehicle did from the frame of some clouds to that of others; null where they do not show it. */
export async function estimateMotion(order: Record<'before' | 'now', readonly LocalCloud[]>): Promise<Pose | null> {
  const read = async (clouds: readonly LocalCloud[]) => allInCommonFrame(await Promise.all(clouds.map(readPoints)))
  const [before, now] = await Promise.all([read(order.before), read(order.now)])
  return vehicleMotion(before, now, order.before[0].commonFromCloud.position)
}

export interface WholeCheck {
  document: PackedDocument
  tag: Tag
  times: FrameTimes
  motions: KnownMotions
  cameras: readonly CameraOfFrame[]
  evidence: EvidenceByTrack
  labelCounts: ReadonlyMap<number, number> | null
}

/** All findings of a document, by what is known of its points. */
export function findAll({ document, tag, times, motions, cameras, evidence, labelCounts }: WholeCheck): Finding[] {
  return checkDocument({
    document: wholeDocument(document),
    tag,
    times,
    motions,
    evidence: evidenceOf(evidence),
    projected: cameras.length > 0 ? projectedBy(cameras) : null,
    ...(labelCounts && { labelCounts }),
  })
}

/** Its tracks are read once: checks walk over them many times. */
export function wholeDocument(packed: PackedDocument): AnnotatedDocument {
  const { head, tracks } = unpackDocument(packed)
  return { ...head, tracks: new Map(Array.from(tracks.read(), (track) => [track.id, track])) }
}

/** The jobs that worker threads run. */
export const checkJobs = { planChecks, boxesToLookAt, lookAtPoints, findAll, fastFramesOf, estimateMotion }
