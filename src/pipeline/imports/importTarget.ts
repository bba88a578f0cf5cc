import type { InputFile, JobInput } from '../../formats/jobBody/input.ts'
import { poseOf } from '../../formats/results/camerasOfJob.ts'
import type { ImportTarget, TargetFrame } from '../../interchange/core/reader.ts'
import type { Asset, CloudFacts, ImageFacts } from '../../store/project/jobs/assets.ts'
import type { LoadedJob } from '../jobContext.ts'

type TargetFile = TargetFrame['files'][number]

/** What readers may know of the job that labels are for. */
export function importTarget({ context, stored, assets }: LoadedJob): ImportTarget {
  return {
    frames: framesOf(stored.input, assets),
    sensors: context.sensors.map(({ state, ...sensor }) => ({ ...sensor, isEditable: state === 'editable' })),
    pointCloudFrame: context.pointCloudFrame,
  }
}

function framesOf(input: JobInput, assets: LoadedJob['assets']): TargetFrame[] {
  const upright = (file: InputFile): TargetFile => fileOf(file, assets.get(file.field), true)
  if (input.kind === 'image') return [{ frameId: '', worldFromEgo: null, files: [upright(input.image)] }]
  if (input.kind === 'video')
    return input.frames.map((frame) => ({ frameId: frame.frameId, worldFromEgo: null, files: [upright(frame)] }))
  return input.frames.map(({ frameId, egoPose, sensors }) => ({
    frameId,
    worldFromEgo: egoPose && poseOf(egoPose),
    files: sensors.map((sensor) => ({
      ...fileOf(sensor, assets.get(sensor.field), false),
      sensorId: sensor.sensorId,
      commonFromSensor: poseOf(sensor.sensorPose),
    })),
  }))
}

function fileOf({ url }: InputFile, asset: Asset | undefined, isUpright: boolean): TargetFile {
  const facts = asset?.facts
  return {
    sensorId: '',
    url,
    size: facts && isImage(facts) ? sizeOf(facts, isUpright) : null,
    pointCount: facts && !isImage(facts) ? facts.pointCount : null,
    commonFromSensor: null,
  }
}

const isImage = (facts: ImageFacts | CloudFacts): facts is ImageFacts => 'width' in facts

const sizeOf = (facts: ImageFacts, isUpright: boolean) =>
  isUpright
    ? { widthPx: facts.uprightWidth, heightPx: facts.uprightHeight }
    : { widthPx: facts.width, heightPx: facts.height }
