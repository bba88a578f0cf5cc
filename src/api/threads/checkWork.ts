import { readFile } from 'node:fs/promises'
import { type PackedDocument, unpackDocument } from '../../formats/document/packedDocument.ts'
import { timestampNs } from '../../formats/jobBody/timestamp.ts'
import { decodePointChunks } from '../../formats/pcd/pointChunks.ts'
import { camerasOfJob, poseOf } from '../../formats/results/camerasOfJob.ts'
import { type JobSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { applyPose, identityPose, type Pose } from '../../geometry/pose.ts'
import { hasCameraBoxes } from '../../model/annotationTypes/rulesOf.ts'
import { checkDocument } from '../../model/checks/checks.ts'
import type { Finding } from '../../model/checks/finding.ts'
import { FramePoints, type PosedPoints } from '../../model/checks/framePoints.ts'
import { type FrameTimes, frameTimesOf } from '../../model/checks/motion.ts'
import {
  CuboidsToLookAt,
  type EvidenceByTrack,
  evidenceOf,
  lookAtFrame,
  type TrackEvidence,
} from '../../model/checks/trackEvidence.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import { type CameraOfFrame, projectedBy } from '../../model/document/projectedBoxes.ts'
import type { Tag } from '../../model/tag.ts'

/** What checks have to know of a job besides its document. It stays the same while the job is worked on. */
export interface CheckPlan {
  frameIds: string[]
  times: FrameTimes
  clouds: PlannedCloud[]
  /** Of jobs with boxes on cameras; empty elsewhere. */
  cameras: CameraOfFrame[]
}

export interface PlannedCloud {
  frame: number
  field: string
  commonFromCloud: Pose
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
  }
}

export interface PointLook {
  document: PackedDocument
  /** Whose cuboids are looked at. */
  trackIds: readonly string[]
  /** Where the prepared clouds of these frames are on this machine. */
  clouds: readonly { frame: number; path: string; commonFromCloud: Pose }[]
  heights: 'sampled' | 'others'
}

/** What the points of some frames say of cuboids. */
export async function lookAtPoints(order: PointLook): Promise<Map<string, TrackEvidence>> {
  const { head, tracks: store } = unpackDocument(order.document)
  const tracks = order.trackIds.flatMap((id) => store.get(id) ?? [])
  const cuboids = new CuboidsToLookAt(head, tracks, order.heights)
  const found = new Map<string, TrackEvidence>()
  for (const [frame, clouds] of Map.groupBy(order.clouds, (cloud) => cloud.frame)) {
    const boxes = cuboids.at(frame).filter(({ isHeightAsked }) => isHeightAsked || order.heights === 'sampled')
    if (boxes.length > 0) lookAtFrame(found, frame, boxes, new FramePoints(await Promise.all(clouds.map(readPoints))))
  }
  return found
}

async function readPoints({ path, commonFromCloud }: PointLook['clouds'][number]): Promise<PosedPoints> {
  const { positions, originM } = decodePointChunks(await readFile(path))
  return { positions, commonFromPoints: { ...commonFromCloud, position: applyPose(commonFromCloud, originM) } }
}

export interface WholeCheck {
  document: PackedDocument
  tag: Tag
  times: FrameTimes
  cameras: readonly CameraOfFrame[]
  evidence: EvidenceByTrack
  labelCounts: ReadonlyMap<number, number> | null
}

/** All findings of a document, by what is known of its points. */
export function findAll({ document, tag, times, cameras, evidence, labelCounts }: WholeCheck): Finding[] {
  return checkDocument({
    document: wholeDocument(document),
    tag,
    times,
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

/** What is done on worker threads. */
export const checkJobs = { planChecks, lookAtPoints, findAll }
