import type { PlannedFile, PlannedFrame, PlannedSensor, PlannedSequence } from '../../interchange/layouts/layout.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { hasCameraBoxes, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { chosenFrames, piecesOf } from './chosenFrames.ts'
import { pathOfPiece, referenceIdOf } from './referenceId.ts'

/** Options of an ingest that decide what of a sequence becomes which job. */
export interface JobOptions {
  framesPerJob: number | null
  overlapFrames: number
  every: number
  maxRateHz: number | null
  lidar: string | null
  cameras: readonly string[] | null
  referencePrefix: string
}

/** One job before its files have addresses. */
export interface PlannedJob {
  referenceId: string
  /** The sequence that it is of. */
  sequence: PlannedSequence
  /** Indexes of its frames in the sequence. */
  frames: readonly number[]
  /** Those of the sequence that it has; of a picture or video, the one camera. */
  sensors: readonly PlannedSensor[]
  /** Where the first lidar is meant to be looked at first. */
  clock: string | null
}

const VIDEO_FRAMES = 1000
const SENSOR_FRAMES = 200

/** The jobs that a sequence gives under a tag. `leaveOut` gets the reason where it gives none. */
export function* plannedJobs(
  sequence: PlannedSequence,
  annotationType: AnnotationType,
  options: JobOptions,
  leaveOut: (reason: string) => void,
): Generator<PlannedJob> {
  const lidars = chosen(sequence.sensors, 'lidar', null)
  const cameras = chosen(sequence.sensors, 'camera', options.cameras)
  const taken = chosenFrames(sequence.frames, sequence.isSingle ? { every: 1, maxRateHz: null } : options)
  const clock = lidars.find((one) => isNamed(one, options.lidar)) ?? lidars.at(0) ?? null
  const { data } = rulesOf(annotationType)
  if (data === 'image') {
    if (cameras.length === 0) return leaveOut('NO_CAMERA')
    yield* picturesOf(sequence, cameras, taken, options)
  } else if (data === 'video') {
    const camera = options.cameras ? cameras.find((one) => isNamed(one, options.cameras?.[0] ?? null)) : cameras.at(0)
    if (!camera) return leaveOut('NO_CAMERA')
    const frames = taken.filter((index) => sensorFileIn(sequence.frames[index], camera))
    yield* sequenceJobs(sequence, [camera], frames, options, VIDEO_FRAMES, null)
  } else if (!clock) leaveOut('NO_LIDAR')
  else if (data === 'cloud') {
    yield* cloudsOf(sequence, clock, cameras, taken, options)
  } else if (cameras.length === 0 && hasCameraBoxes(annotationType)) leaveOut('NO_CAMERA')
  else {
    const frames = taken.filter((index) => lidars.some((lidar) => sensorFileIn(sequence.frames[index], lidar)))
    yield* sequenceJobs(sequence, [...lidars, ...cameras], frames, options, SENSOR_FRAMES, clock)
  }
}

const isNamed = ({ id, source }: PlannedSensor, name: string | null): boolean =>
  name !== null && (id === name || source === name || `/${id}` === name)

const chosen = (
  sensors: readonly PlannedSensor[],
  modality: PlannedSensor['modality'],
  names: readonly string[] | null,
) =>
  sensors.filter(
    (sensor) => sensor.modality === modality && (names === null || names.some((name) => isNamed(sensor, name))),
  )

export const sensorFileIn = (frame: PlannedFrame, { id }: PlannedSensor): PlannedFrame['files'][number] | undefined =>
  frame.files.find(({ sensorId }) => sensorId === id)

/** Each picture of each camera a job. */
function* picturesOf(
  sequence: PlannedSequence,
  cameras: readonly PlannedSensor[],
  taken: readonly number[],
  { referencePrefix }: JobOptions,
): Generator<PlannedJob> {
  for (const index of taken) {
    for (const camera of cameras) {
      const found = sensorFileIn(sequence.frames[index], camera)
      if (!found) continue
      const referenceId = referenceIdOf(referencePrefix, pathOfFile(sequence, found.file))
      yield { referenceId, sequence, frames: [index], sensors: [camera], clock: null }
    }
  }
}

/** Each cloud a job, with the pictures of that time. */
function* cloudsOf(
  sequence: PlannedSequence,
  lidar: PlannedSensor,
  cameras: readonly PlannedSensor[],
  taken: readonly number[],
  { referencePrefix }: JobOptions,
): Generator<PlannedJob> {
  for (const index of taken) {
    const found = sensorFileIn(sequence.frames[index], lidar)
    if (!found) continue
    const referenceId = referenceIdOf(referencePrefix, pathOfFile(sequence, found.file))
    yield { referenceId, sequence, frames: [index], sensors: [lidar, ...cameras], clock: lidar.id }
  }
}

/** What a single file is called in the source; one that is made is called by its sequence. */
const pathOfFile = ({ path, isSingle }: PlannedSequence, file: PlannedFile): string => {
  if (isSingle) return path
  if (file.kind === 'source') return file.file.path
  return file.path.startsWith(`${path}/`) ? file.path : `${path}/${file.path}`
}

function* sequenceJobs(
  sequence: PlannedSequence,
  sensors: readonly PlannedSensor[],
  frames: readonly number[],
  { framesPerJob, overlapFrames, referencePrefix }: JobOptions,
  usualFrames: number,
  clock: PlannedSensor | null,
): Generator<PlannedJob> {
  const length = framesPerJob ?? usualFrames
  // An overlap that was chosen without a length may be longer than the usual one.
  for (const { start, end } of piecesOf(frames.length, length, Math.min(overlapFrames, length - 1))) {
    const piece = frames.slice(start, end)
    const referenceId = referenceIdOf(referencePrefix, pathOfPiece(sequence.path, start))
    yield { referenceId, sequence, frames: piece, sensors, clock: clock?.id ?? null }
  }
}
