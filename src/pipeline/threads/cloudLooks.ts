import { createReadStream } from 'node:fs'
import { poseOf } from '../../formats/results/camerasOfJob.ts'
import type { OpenedSnapshot } from '../../formats/results/jobSnapshot.ts'
import { identityPose, type Pose } from '../../geometry/pose.ts'
import { fastFrames } from '../../model/checks/fastFrames.ts'
import { allInCommonFrame, FramePoints, type PosedPoints } from '../../model/checks/framePoints.ts'
import type { KnownMotions } from '../../model/checks/groundMotion.ts'
import type { FrameTimes } from '../../model/checks/motion.ts'
import {
  addEvidence,
  CuboidsToLookAt,
  type EvidenceByTrack,
  floatingTracks,
  lookAtFrame,
  type TrackEvidence,
} from '../../model/checks/trackEvidence.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import { vehicleMotion } from '../../model/egoMotion/vehicleMotion.ts'
import { DEFAULT_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { readPcd } from '../../pcd/pcdReader.ts'

/** One cloud of a frame. commonFromCloud: the sensor's pose, or the identity where the file is in the common frame. */
interface CloudOfFrame {
  frame: number
  path: string
  commonFromCloud: Pose
}

export function cloudsOfJob(
  { job, stored: { input } }: OpenedSnapshot,
  paths: ReadonlyMap<string, string>,
): CloudOfFrame[] {
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
export async function lookAtClouds(
  document: AnnotatedDocument,
  clouds: readonly CloudOfFrame[],
): Promise<EvidenceByTrack> {
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
export async function motionsOf(
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
