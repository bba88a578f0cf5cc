import { hasCameraBoxes, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { Tag } from '../../model/tag.ts'
import {
  type LayoutRequest,
  type PlannedFile,
  type PlannedFrame,
  type PlannedSensor,
  type PlannedSequence,
  SourceError,
} from './layout.ts'

/** A recording of a data set with all its sensors, before the tag's annotation type chooses from it. */
export interface Drive {
  /** Its path in the source. */
  path: string
  /** A single frame that belongs to no sequence. */
  isSingle?: boolean
  /** Lidars in the order of preference. */
  sensors: readonly PlannedSensor[]
  frames: readonly PlannedFrame[]
  labels?(frames: readonly PlannedFrame[], tag: Tag): Promise<object | null>
}

/**
 * The sequences that an annotation type takes of drives: each picture, one camera as frames, lidars with cameras, or
 * each cloud with the pictures of its time.
 * @throws SourceError FS_0003 where there is nothing for the annotation type
 */
export async function* sequencesOfDrives(
  drives: AsyncIterable<Drive>,
  request: LayoutRequest,
): AsyncGenerator<PlannedSequence> {
  let isEmpty = true
  let files = 0
  for await (const drive of drives) {
    request.signal.throwIfAborted()
    files += drive.frames.reduce((sum, frame) => sum + frame.files.length, 0)
    request.progress(files, 0)
    for (const sequence of sequencesOf(chosen(drive, request), request)) {
      isEmpty = false
      yield sequence
    }
  }
  if (isEmpty)
    throw new SourceError('FS_0003', `the source has nothing that a tag of ${request.annotationType} can be used for`)
}

/** A drive with the sensors that the options name, by id or source. */
function chosen(drive: Drive, { options, skip }: LayoutRequest): Drive {
  const isNamed = ({ id, source }: PlannedSensor, names: readonly string[]) =>
    names.includes(id) || names.includes(source)
  const { lidar, cameras } = options
  const known = drive.sensors.map(({ id }) => id).join(', ')
  for (const name of [...(lidar === null ? [] : [lidar]), ...(cameras ?? [])])
    if (!drive.sensors.some((sensor) => isNamed(sensor, [name])))
      skip(drive.path, `it has no sensor ${name}, only ${known}`)
  const lidars = drive.sensors.filter(
    (sensor) => sensor.modality === 'lidar' && (lidar === null || isNamed(sensor, [lidar])),
  )
  const wanted = drive.sensors.filter(
    (sensor) => sensor.modality === 'camera' && (cameras === null || isNamed(sensor, cameras)),
  )
  const place = (sensor: PlannedSensor) => cameras?.findIndex((name) => isNamed(sensor, [name])) ?? 0
  return { ...drive, sensors: [...lidars, ...wanted.toSorted((a, b) => place(a) - place(b))] }
}

function* sequencesOf(drive: Drive, request: LayoutRequest): Generator<PlannedSequence> {
  const rules = rulesOf(request.annotationType)
  const cameras = drive.sensors.filter(({ modality }) => modality === 'camera')
  if (rules.shapes === 'image') {
    if (rules.hasFrames) yield* videoOf(drive, cameras)
    else yield* picturesOf(drive, cameras)
    return
  }
  const lidars = drive.sensors.filter(({ modality }) => modality === 'lidar')
  const frames = usableFrames(drive, new Set(lidars.map(({ id }) => id)), request)
  if (rules.hasLabels) yield* cloudsOf({ ...drive, frames }, lidars, cameras)
  else if (cameras.length === 0 && hasCameraBoxes(request.annotationType)) request.skip(drive.path, 'NO_CAMERA')
  else if (frames.length > 0) yield sequence(drive, drive.path, drive.isSingle === true, drive.sensors, frames)
}

function* picturesOf(drive: Drive, cameras: readonly PlannedSensor[]): Generator<PlannedSequence> {
  for (const frame of drive.frames)
    for (const camera of cameras) {
      const one = withSensors(frame, [camera])
      for (const { file } of one.files) yield sequence(drive, pathOf(file), true, [camera], [one])
    }
}

function* videoOf(drive: Drive, [camera]: readonly PlannedSensor[]): Generator<PlannedSequence> {
  if (!camera) return
  const frames = drive.frames.map((frame) => withSensors(frame, [camera])).filter(({ files }) => files.length > 0)
  if (frames.length > 0) yield sequence(drive, drive.path, false, [camera], frames)
}

function* cloudsOf(
  drive: Drive,
  lidars: readonly PlannedSensor[],
  cameras: readonly PlannedSensor[],
): Generator<PlannedSequence> {
  for (const frame of drive.frames)
    for (const lidar of lidars) {
      const [cloud] = withSensors(frame, [lidar]).files
      if (!cloud) continue
      const sensors = [lidar, ...cameras]
      yield sequence(drive, pathOf(cloud.file), true, sensors, [withSensors(frame, sensors)])
    }
}

/** Those with a cloud and, where the drive has poses, with a pose. */
function usableFrames(drive: Drive, lidars: ReadonlySet<string>, { skip }: LayoutRequest): PlannedFrame[] {
  const hasPoses = drive.frames.some(({ worldFromEgo }) => worldFromEgo !== null)
  return drive.frames.filter(({ files, worldFromEgo }) => {
    const hasCloud = files.some(({ sensorId }) => lidars.has(sensorId))
    if (hasCloud && (worldFromEgo || !hasPoses)) return true
    for (const { file } of files) skip(pathOf(file), hasCloud ? 'NO_POSE' : 'NO_CLOUD')
    return false
  })
}

function sequence(
  { labels }: Drive,
  path: string,
  isSingle: boolean,
  sensors: readonly PlannedSensor[],
  frames: readonly PlannedFrame[],
): PlannedSequence {
  const used = new Set(frames.flatMap(({ files }) => files.map(({ sensorId }) => sensorId)))
  const present = sensors.filter(({ id }) => used.has(id))
  return {
    path,
    isSingle,
    sensors: present,
    frames: frames.map((frame) => withSensors(frame, present)),
    pointCloudFrame: 'sensor',
    ...(labels && {
      labels: (indices, tag) =>
        labels(
          indices.flatMap((index) => frames[index] ?? []),
          tag,
        ),
    }),
  }
}

function withSensors(frame: PlannedFrame, sensors: readonly PlannedSensor[]): PlannedFrame {
  const ids = new Set(sensors.map(({ id }) => id))
  return { ...frame, files: frame.files.filter(({ sensorId }) => ids.has(sensorId)) }
}

const pathOf = (file: PlannedFile): string => (file.kind === 'source' ? file.file.path : file.path)
