import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { STREET_CLASSES } from './classes.ts'
import { LIDAR_ID } from './lidar.ts'
import type { RenderedImage } from './render.ts'
import type { Street, StreetCamera, StreetFrame } from './street.ts'
import {
  cuboidSubmission,
  imageSubmission,
  linkedSubmission,
  type SubmissionData,
  segmentationSubmission,
  shotOf,
  videoSubmission,
} from './submission.ts'

/** A float32 cannot express millimetres at larger coordinates. */
const FLOAT32_REACH_M = 8192

/**
 * An ASCII PCD file of version 0.7 (specification 2.10), one point a line, three decimals. Coordinates too large for
 * float32 are declared as the float64 they are.
 */
export function pcdText(positions: Float64Array): string {
  const points = positions.length / 3
  const isLarge = positions.some((value) => Math.abs(value) > FLOAT32_REACH_M)
  const lines = [
    '# .PCD v0.7 - Point Cloud Data file format',
    'VERSION 0.7',
    'FIELDS x y z',
    isLarge ? 'SIZE 8 8 8' : 'SIZE 4 4 4',
    'TYPE F F F',
    'COUNT 1 1 1',
    `WIDTH ${points}`,
    'HEIGHT 1',
    'VIEWPOINT 0 0 0 1 0 0 0',
    `POINTS ${points}`,
    'DATA ascii',
  ]
  for (let i = 0; i < positions.length; i += 3) {
    lines.push(`${positions[i].toFixed(3)} ${positions[i + 1].toFixed(3)} ${positions[i + 2].toFixed(3)}`)
  }
  return `${lines.join('\n')}\n`
}

/** A file that a job names by URL; images are returned as pixels, for the caller to encode. */
export type StreetFile =
  | { path: string; kind: 'pcd'; bytes(): Uint8Array }
  | { path: string; kind: 'image'; render(): RenderedImage }

/** A job to create, the files it needs, and its ground truth as `data` of POST …/result. */
export type StreetJob = {
  operation: AnnotationType
  body: { reference_id: string; tag: string; data: object }
  files: StreetFile[]
  submission(): SubmissionData
}

export type JobNaming = {
  referenceId: string
  tag: string
  /** Put before each file's path, with its slash: http://127.0.0.1:9000/street/ */
  baseUrl: string
  /** Ending of image files, which says how the caller encodes them. */
  imageExtension?: 'png' | 'jpg'
}

/** Body of PUT …/tags/{tag} that fits the jobs of the operation. */
export function streetTag(operation: AnnotationType): { operation: AnnotationType; classes: object[] } {
  const classes = STREET_CLASSES.filter((c) => operation === 'segmentation3d' || c.instantiable)
  return { operation, classes: classes.map((c) => ({ ...c })) }
}

const url = (naming: JobNaming, file: StreetFile): string => naming.baseUrl + file.path

function cloudFile(frame: StreetFrame): StreetFile {
  return {
    path: `${LIDAR_ID}/${frame.frameId}.pcd`,
    kind: 'pcd',
    bytes: () => new TextEncoder().encode(pcdText(frame.lidar.positions)),
  }
}

function imageFile(frame: StreetFrame, shot: StreetCamera, naming: JobNaming): StreetFile {
  const path = `${shot.sensorId}/${frame.frameId}.${naming.imageExtension ?? 'png'}`
  return { path, kind: 'image', render: shot.render }
}

function job(
  naming: JobNaming,
  operation: AnnotationType,
  data: object,
  files: StreetFile[],
  submission: () => SubmissionData,
) {
  return { operation, body: { reference_id: naming.referenceId, tag: naming.tag, data }, files, submission }
}

export function imageJob(street: Street, naming: JobNaming, frameIndex = 0, sensorId = 'front'): StreetJob {
  const frame = street.frames[frameIndex]
  const file = imageFile(frame, shotOf(frame, sensorId), naming)
  return job(naming, 'image2d', { image_url: url(naming, file) }, [file], () =>
    imageSubmission(street, frameIndex, sensorId),
  )
}

export function videoJob(street: Street, naming: JobNaming, sensorId = 'front'): StreetJob {
  const files = street.frames.map((frame) => imageFile(frame, shotOf(frame, sensorId), naming))
  const frames = street.frames.map((frame, i) => ({ frame_id: frame.frameId, src: url(naming, files[i]) }))
  return job(naming, 'video2d', { video_data: { frames } }, files, () => videoSubmission(street, sensorId))
}

const wirePose = ({ position, heading }: Pose): Pose => ({ position: { ...position }, heading: { ...heading } })

function wireIntrinsics({ cameraModel, scaleFactor, ...numbers }: CameraIntrinsics): object {
  return { ...numbers, scale_factor: scaleFactor, camera_model: cameraModel }
}

const LIDAR_META = { id: LIDAR_ID, name: 'Roof lidar', modality: 'lidar', primary_view: true, state: 'editable' }

function sensorMeta(street: Street, cameras: boolean): object[] {
  const shots = cameras ? street.frames[0].cameras : []
  return [
    LIDAR_META,
    ...shots.map((shot) => ({
      id: shot.sensorId,
      name: shot.name,
      modality: 'camera',
      primary_view: false,
      state: 'editable',
      intrinsics: wireIntrinsics(shot.intrinsics),
    })),
  ]
}

function lidarSensor(frame: StreetFrame, file: StreetFile, naming: JobNaming): object {
  return { sensor_id: LIDAR_ID, data_url: url(naming, file), sensor_pose: wirePose(frame.lidar.commonFromSensor) }
}

const egoPose = (frame: StreetFrame): object => (frame.egoPose ? wirePose(frame.egoPose) : {})

function sensorsOf(frame: StreetFrame, naming: JobNaming, withCameras: boolean) {
  const cloud = cloudFile(frame)
  const sensors = [lidarSensor(frame, cloud, naming)]
  const files = [cloud]
  for (const shot of withCameras ? frame.cameras : []) {
    const image = imageFile(frame, shot, naming)
    files.push(image)
    const sensor_pose = wirePose(shot.commonFromCamera)
    sensors.push({ sensor_id: shot.sensorId, data_url: url(naming, image), sensor_pose })
  }
  return { sensors, files }
}

function framesJob(
  street: Street,
  naming: JobNaming,
  operation: AnnotationType,
  withCameras: boolean,
  submission: () => SubmissionData,
): StreetJob {
  const files: StreetFile[] = []
  const frames = street.frames.map((frame) => {
    const { sensors, files: own } = sensorsOf(frame, naming, withCameras)
    files.push(...own)
    return { frame_id: frame.frameId, ego_pose: egoPose(frame), sensors }
  })
  return job(
    naming,
    operation,
    { sensor_data: { frames, sensor_meta: sensorMeta(street, withCameras) } },
    files,
    submission,
  )
}

/** Lidar and cameras, cuboids. */
export function fusionJob(street: Street, naming: JobNaming): StreetJob {
  return framesJob(street, naming, 'cuboid3d', true, () => cuboidSubmission(street))
}

/** Lidar alone, cuboids. */
export function lidarJob(street: Street, naming: JobNaming): StreetJob {
  return framesJob(street, naming, 'cuboid3d', false, () => cuboidSubmission(street))
}

/** Lidar and cameras, cuboids linked to boxes in the images. */
export function linkedJob(street: Street, naming: JobNaming): StreetJob {
  return framesJob(street, naming, 'cuboid3d_linked2d', true, () => linkedSubmission(street))
}

/** One cloud to label point by point, with the cameras' images of the moment. */
export function segmentationJob(street: Street, naming: JobNaming, frameIndex = 0): StreetJob {
  const frame = street.frames[frameIndex]
  const { sensors, files } = sensorsOf(frame, naming, true)
  const sensor_data = { sensors, ego_pose: egoPose(frame), sensor_meta: sensorMeta(street, true) }
  return job(naming, 'segmentation3d', { sensor_data }, files, () => segmentationSubmission(street, frameIndex))
}
