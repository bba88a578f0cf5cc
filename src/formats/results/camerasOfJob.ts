import type { Pose } from '../../geometry/pose.ts'
import { normalizeQuaternion } from '../../geometry/quaternion.ts'
import type { CameraOfFrame } from '../../model/document/projectedBoxes.ts'
import type { JobInput } from '../jobBody/input.ts'
import type { PoseWire } from '../jobBody/wire.ts'
import type { FileFacts } from './contextOfJob.ts'

/** A pose as sent, its heading brought to norm 1. */
export const poseOf = ({ position, heading }: PoseWire): Pose => ({ position, heading: normalizeQuaternion(heading) })

/** The calibrated camera images of a job, frame by frame. */
export function camerasOfJob(input: JobInput, files: ReadonlyMap<string, FileFacts>): CameraOfFrame[] {
  if (input.kind !== 'frames' && input.kind !== 'cloud') return []
  const intrinsicsOf = new Map(
    input.sensors.flatMap(({ id, modality, intrinsics }) =>
      modality !== 'lidar' && intrinsics ? [[id, intrinsics] as const] : [],
    ),
  )
  return input.frames.flatMap(({ sensors }, frame) =>
    sensors.flatMap(({ sensorId, sensorPose, field }): CameraOfFrame[] => {
      const [intrinsics, facts] = [intrinsicsOf.get(sensorId), files.get(field)]
      if (!intrinsics || !facts || !('width' in facts)) return []
      const { width, height } = facts
      return [{ frame, sensorId, commonFromCamera: poseOf(sensorPose), intrinsics, width, height }]
    }),
  )
}
