import type { InputFile, JobInput } from '../../formats/jobBody/input.ts'
import { poseOf } from '../../formats/results/camerasOfJob.ts'
import type { FileFacts } from '../../formats/results/contextOfJob.ts'
import type { OpenedSnapshot } from '../../formats/results/jobSnapshot.ts'
import type { ImportTarget, TargetFrame } from './reader.ts'

type TargetFile = TargetFrame['files'][number]

/** The facts of the job for which labels are read. */
export function importTarget({ job, stored, files }: OpenedSnapshot): ImportTarget {
  return {
    frames: framesOf(stored.input, files),
    sensors: job.sensors.map(({ state, ...sensor }) => ({ ...sensor, isEditable: state === 'editable' })),
    pointCloudFrame: job.pointCloudFrame,
  }
}

function framesOf(input: JobInput, files: OpenedSnapshot['files']): TargetFrame[] {
  const upright = (file: InputFile): TargetFile => fileOf(file, files.get(file.field), true)
  if (input.kind === 'image') return [{ frameId: '', worldFromEgo: null, files: [upright(input.image)] }]
  if (input.kind === 'video')
    return input.frames.map((frame) => ({ frameId: frame.frameId, worldFromEgo: null, files: [upright(frame)] }))
  return input.frames.map(({ frameId, egoPose, sensors }) => ({
    frameId,
    worldFromEgo: egoPose && poseOf(egoPose),
    files: sensors.map((sensor) => ({
      ...fileOf(sensor, files.get(sensor.field), false),
      sensorId: sensor.sensorId,
      commonFromSensor: poseOf(sensor.sensorPose),
    })),
  }))
}

function fileOf({ url }: InputFile, facts: FileFacts | undefined, isUpright: boolean): TargetFile {
  return {
    sensorId: '',
    url,
    size: facts && 'width' in facts ? sizeOf(facts, isUpright) : null,
    pointCount: facts && 'pointCount' in facts ? facts.pointCount : null,
    commonFromSensor: null,
  }
}

const sizeOf = (facts: Extract<FileFacts, { width: number }>, isUpright: boolean) =>
  isUpright
    ? { widthPx: facts.uprightWidth, heightPx: facts.uprightHeight }
    : { widthPx: facts.width, heightPx: facts.height }
