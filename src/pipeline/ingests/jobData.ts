import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import type { PlannedFile, PlannedFrame, PlannedSensor } from '../../interchange/layouts/layout.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { type PlannedJob, sensorFileIn } from './plannedJobs.ts'

/** Names the address of a file in a job body. */
export type AddressOf = (file: PlannedFile) => string

/** The files of a job, in the order of its body. */
export function* filesOfPlan({ sequence, frames, sensors }: PlannedJob): Generator<PlannedFile> {
  for (const index of frames) {
    for (const sensor of sensors) {
      const found = sensorFileIn(sequence.frames[index], sensor)
      if (found) yield found.file
    }
  }
}

/** `data` of a job body, in the wire's spelling. */
export function jobDataOf(job: PlannedJob, annotationType: AnnotationType, addressOf: AddressOf): object {
  const { sequence, frames, sensors } = job
  const { data } = rulesOf(annotationType)
  const frameAt = (index: number) => sequence.frames[index]
  if (data === 'image') {
    const frame = frameAt(frames[0])
    return { image_url: addressIn(frame, sensors[0], addressOf), ...timestampOf(frame) }
  }
  const frameIds = new FrameIds()
  if (data === 'video') {
    return {
      video_data: {
        frames: frames.map((index) => ({
          frame_id: frameIds.take(frameAt(index).frameId),
          src: addressIn(frameAt(index), sensors[0], addressOf),
          ...timestampOf(frameAt(index)),
        })),
      },
    }
  }
  const shared = { sensor_meta: metaOf(job), point_cloud_frame: sequence.pointCloudFrame }
  if (data === 'cloud') return { sensor_data: { ...shared, ...sensorFrameOf(frameAt(frames[0]), sensors, addressOf) } }
  return {
    sensor_data: {
      ...shared,
      frames: frames.map((index) => ({
        frame_id: frameIds.take(frameAt(index).frameId),
        ...sensorFrameOf(frameAt(index), sensors, addressOf),
      })),
    },
  }
}

const addressIn = (frame: PlannedFrame, sensor: PlannedSensor, addressOf: AddressOf): string => {
  const found = sensorFileIn(frame, sensor)
  if (!found) throw new Error(`frame ${frame.frameId} has no file of ${sensor.id}`)
  return addressOf(found.file)
}

const timestampOf = ({ timestampNs }: PlannedFrame) => (timestampNs === null ? {} : { timestamp: String(timestampNs) })

function sensorFrameOf(frame: PlannedFrame, sensors: readonly PlannedSensor[], addressOf: AddressOf) {
  const wanted = new Set(sensors.map(({ id }) => id))
  return {
    ...timestampOf(frame),
    ...(frame.worldFromEgo && { ego_pose: frame.worldFromEgo }),
    sensors: frame.files
      .filter(({ sensorId }) => wanted.has(sensorId))
      .map(({ sensorId, file, commonFromSensor }) => ({
        sensor_id: sensorId,
        data_url: addressOf(file),
        sensor_pose: commonFromSensor,
      })),
  }
}

/** Only sensors that the frames of the job have: others would be empty views. */
function metaOf({ sequence, frames, sensors, clock }: PlannedJob): object[] {
  const used = new Set(frames.flatMap((index) => sequence.frames[index].files.map(({ sensorId }) => sensorId)))
  return sensors
    .filter(({ id }) => used.has(id))
    .map(({ id, modality, intrinsics, pointLayout }) => ({
      id,
      name: id,
      modality,
      primary_view: id === clock,
      ...(modality === 'camera' && intrinsics && { intrinsics: intrinsicsOf(intrinsics) }),
      ...(modality === 'lidar' && pointLayout && { point_layout: pointLayout }),
    }))
}

function intrinsicsOf({ cameraModel, scaleFactor, ...numbers }: Partial<CameraIntrinsics>): object {
  return {
    ...numbers,
    ...(cameraModel !== undefined && { camera_model: cameraModel }),
    ...(scaleFactor !== undefined && { scale_factor: scaleFactor }),
  }
}

/** Makes frame ids unique in a job: a second `a` is called `a_2`. */
class FrameIds {
  readonly #taken = new Set<string>()

  take(wanted: string): string {
    let id = wanted
    for (let n = 2; this.#taken.has(id); n++) id = `${wanted}_${n}`
    this.#taken.add(id)
    return id
  }
}
