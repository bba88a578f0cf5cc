import type {
  InputFile,
  InputSensor,
  InputSensorFrame,
  InputSensorMeta,
  JobInput,
} from '../../formats/jobBody/input.ts'
import { timestampNs } from '../../formats/jobBody/timestamp.ts'
import { poseOf } from '../../formats/results/camerasOfJob.ts'
import type { ExportFile, ExportFrame, ExportSensor } from './exportSet.ts'
import { NameRegistry } from './names.ts'

/** Opens what a job names; `isCloud` where the job says which sensor it is of. */
type FileMaker = (file: InputFile, isCloud: boolean) => ExportFile

/** The frames of a job as formats see them: names unique in the archive, times and poses where they were sent. */
export function jobFrames(input: JobInput, name: string, fileAt: FileMaker): ExportFrame[] {
  if (input.kind === 'image')
    return [{ ...blankFrame({ frameId: '', timestamp: input.timestamp }, name), files: [fileAt(input.image, false)] }]
  // Frames of one job share its name: unique there, they are unique in the archive.
  const names = new NameRegistry()
  const nameOf = (frameId: string) => (frameId === '' ? name : `${name}_${names.take(frameId)}`)
  if (input.kind === 'video')
    return input.frames.map((frame) => ({
      ...blankFrame(frame, nameOf(frame.frameId)),
      files: [fileAt(frame, false)],
    }))
  const lidars = new Set(input.sensors.flatMap(({ id, modality }) => (modality === 'lidar' ? [id] : [])))
  return input.frames.map((frame) =>
    sensorFrame(frame, nameOf(frame.frameId), (file) => fileAt(file, lidars.has(file.sensorId))),
  )
}

type SentFrame = Pick<InputSensorFrame, 'frameId' | 'timestamp'>

const blankFrame = ({ frameId, timestamp }: SentFrame, name: string): Omit<ExportFrame, 'files'> => ({
  frameId,
  name,
  timestampNs: timestampNs(timestamp),
  worldFromEgo: null,
})

function sensorFrame(frame: InputSensorFrame, name: string, fileAt: (file: InputSensor) => ExportFile): ExportFrame {
  return {
    ...blankFrame(frame, name),
    worldFromEgo: frame.egoPose && poseOf(frame.egoPose),
    files: frame.sensors.map((sensor) => ({
      ...fileAt(sensor),
      sensorId: sensor.sensorId,
      commonFromSensor: poseOf(sensor.sensorPose),
    })),
  }
}

export const jobSensors = (input: JobInput): ExportSensor[] => ('sensors' in input ? input.sensors.map(sensorOf) : [])

const sensorOf = ({ id, name, modality, primaryView, state, intrinsics }: InputSensorMeta): ExportSensor => ({
  id,
  name,
  modality,
  primaryView,
  isEditable: state === 'editable',
  intrinsics,
})
