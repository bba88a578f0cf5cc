import type { Tag } from '../../model/tag.ts'
import type { FrameContext, JobContext } from '../results/jobContext.ts'
import type { ImageFrame, JobContent, SensorFrame } from './job.ts'

interface OpenedJob {
  job: { jobId: string; referenceId: string }
  tag: Tag
  content: JobContent
  pointCount: number | null
}

/** The facts of a job that the pages need to read annotations: no addresses, poses or times. */
export function contextOfPayload({ job, tag, content, pointCount }: OpenedJob): JobContext {
  const sensorFrames = 'sensors' in content ? content.frames : null
  const imageFrames = 'sensors' in content ? null : content.frames
  return {
    jobId: job.jobId,
    referenceId: job.referenceId,
    tag,
    frames: sensorFrames?.map(sensorFrame) ?? imageFrames?.map(imageFrame) ?? [],
    sensors: 'sensors' in content ? content.sensors : [],
    exifOrientation: null,
    pointCloudFrame: 'sensors' in content ? content.pointCloudFrame : null,
    pointCount,
    inputSensorFrames: [],
  }
}

const NOTHING = { src: null, timestamp: null, egoPose: null }

const imageFrame = ({ frameId, image: { widthPx, heightPx } }: ImageFrame): FrameContext => ({
  ...NOTHING,
  frameId,
  image: { widthPx, heightPx },
  sensorIds: new Set(),
})

const sensorFrame = ({ frameId, sensors }: SensorFrame): FrameContext => ({
  ...NOTHING,
  frameId,
  image: null,
  sensorIds: new Set(sensors.filter(({ image, cloud }) => image || cloud).map(({ sensorId }) => sensorId)),
})
