import type { Pose } from '../../geometry/pose.ts'
import { normalizeQuaternion } from '../../geometry/quaternion.ts'
import type { CameraOfFrame } from '../../model/document/projectedBoxes.ts'
import type { JobInput } from '../jobBody/input.ts'
import type { PoseWire } from '../jobBody/wire.ts'
import type { FileFacts } from './contextOfJob.ts'
import type { ImageSize } from './jobContext.ts'

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

/** Size of the image of a camera, calibrated or not, by its frame. */
export function cameraSizes(
  input: JobInput,
  files: ReadonlyMap<string, FileFacts>,
): (frame: number, sensorId: string | null) => ImageSize | null {
  if (input.kind !== 'frames' && input.kind !== 'cloud') return () => null
  const fields = input.frames.map(({ sensors }) => new Map(sensors.map(({ sensorId, field }) => [sensorId, field])))
  return (frame, sensorId) => {
    const facts = files.get(fields[frame]?.get(sensorId ?? '') ?? '')
    return facts && 'width' in facts ? { widthPx: facts.width, heightPx: facts.height } : null
  }
}
