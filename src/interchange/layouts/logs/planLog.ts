import { composePoses, identityPose, type Pose } from '../../../geometry/pose.ts'
import { hasCameraBoxes, isOneRecord, rulesOf } from '../../../model/annotationTypes/rulesOf.ts'
import { MAX_SENSORS_PER_FRAME } from '../../../model/limits.ts'
import {
  type LayoutRequest,
  type PlannedFrame,
  type PlannedSensor,
  type PlannedSequence,
  SourceError,
} from '../layout.ts'
import { calibrationOf, type SensorCalibration } from './calibrations.ts'
import { givenCalibration } from './givenCalibration.ts'
import { isNamed, type LogIndex, type SensorReading, type SensorTopic } from './logIndex.ts'
import { madeFile } from './madeFile.ts'
import { Nearest } from './nearest.ts'
import { Placement } from './placement.ts'

/** Frames of a log as sequences of jobs. @throws SourceError LOG_INVALID, FS_0003, CALIBRATION_INVALID */
export function* planLog(name: string, index: LogIndex, request: LayoutRequest): Generator<PlannedSequence> {
  if (index.sensors.length === 0)
    throw new SourceError(
      'LOG_INVALID',
      `${name} has no whole message with points or a picture${index.damage === null ? '' : `: ${index.damage}`}`,
    )
  const { annotationType } = request
  if (isOneRecord(annotationType)) yield* pictures(name, index, request)
  else if (rulesOf(annotationType).result === 'video') yield video(name, index, request)
  else {
    const sequence = new SensorPlan(index, request).sequence(name)
    if (rulesOf(annotationType).hasLabels) yield* singles(name, sequence)
    else yield sequence
  }
}

/** Each cloud is a job. */
function* singles(name: string, { sensors, frames, pointCloudFrame }: PlannedSequence): Generator<PlannedSequence> {
  for (const frame of frames)
    yield { path: `${name}@${frame.frameId}`, isSingle: true, sensors, frames: [frame], pointCloudFrame }
}

function* pictures(name: string, index: LogIndex, request: LayoutRequest): Generator<PlannedSequence> {
  for (const camera of camerasOf(index, request, true)) {
    const sensors = [plannedSensor(camera, null, null)]
    for (const frame of plainFrames(camera))
      yield {
        path: `${name}/${camera.id}@${frame.frameId}`,
        isSingle: true,
        sensors,
        frames: [frame],
        pointCloudFrame: 'sensor',
      }
  }
}

function video(name: string, index: LogIndex, request: LayoutRequest): PlannedSequence {
  const [camera, ...others] = camerasOf(index, request, true)
  for (const { topic } of others)
    request.skip(topic, `a video has one camera, here ${camera.topic}; options.cameras chooses it`)
  const frames = plainFrames(camera)
  const path = `${name}@${camera.readings[0].timeNs}`
  return { path, isSingle: false, sensors: [plannedSensor(camera, null, null)], frames, pointCloudFrame: 'sensor' }
}

/** The readings of one sensor, with its times alone. */
function plainFrames(sensor: SensorTopic): PlannedFrame[] {
  const ids = new FrameIds()
  return sensor.readings.map((reading) => ({
    frameId: ids.of(reading),
    timestampNs: reading.timeNs,
    worldFromEgo: null,
    files: [{ sensorId: sensor.id, file: madeFile(sensor, reading), commonFromSensor: identityPose }],
  }))
}

/** @throws SourceError FS_0003 where a camera is needed and there is none */
function camerasOf({ sensors }: LogIndex, { options }: LayoutRequest, isNeeded: boolean): SensorTopic[] {
  const { cameras: names } = options
  const cameras = sensors.filter(({ modality }) => modality === 'camera')
  const chosen = names
    ? names.flatMap((name) => cameras.filter(({ topic, id }) => isNamed([name], topic, id)))
    : cameras.toSorted((a, b) => (a.topic < b.topic ? -1 : 1))
  const found = [...new Set(chosen)]
  if (found.length === 0 && isNeeded)
    throw new SourceError(
      'FS_0003',
      names ? `the log has no camera ${names.join(', ').slice(0, 200)}` : 'the log has no pictures',
    )
  return found
}

const plannedSensor = (
  { id, topic, modality }: SensorTopic,
  calibration: SensorCalibration | null,
  maxOffsetMs: number | null,
): PlannedSensor => ({
  id,
  modality,
  source: topic,
  intrinsics: calibration?.intrinsics ?? null,
  pointLayout: null,
  maxOffsetMs,
})

/** Times in ns; of equal ones, the later get a number. */
class FrameIds {
  readonly #counts = new Map<bigint, number>()

  of({ timeNs }: SensorReading): string {
    const count = (this.#counts.get(timeNs) ?? 0) + 1
    this.#counts.set(timeNs, count)
    return count === 1 ? `${timeNs}` : `${timeNs}_${count}`
  }
}

interface PlacedSensor {
  sensor: SensorTopic
  calibration: SensorCalibration
  isPlaced: boolean
  nearest: Nearest
  maxOffsetNs: bigint
  missing: number
}

/** Plans frames: each cloud with the pictures nearest in time, and a pose for each. */
class SensorPlan {
  readonly #request: LayoutRequest
  readonly #clock: SensorTopic
  readonly #placement: Placement
  readonly #sensors: PlacedSensor[]

  constructor(index: LogIndex, request: LayoutRequest) {
    this.#request = request
    const isLinked = hasCameraBoxes(request.annotationType)
    const lidars = lidarsOf(index, request)
    const chosen = [...lidars, ...camerasOf(index, request, isLinked)]
    for (const { topic } of chosen.slice(MAX_SENSORS_PER_FRAME))
      request.skip(topic, `a frame has at most ${MAX_SENSORS_PER_FRAME} sensors`)
    this.#clock = lidars[0]
    const given = givenCalibration(request)
    this.#placement = Placement.choose(index, this.#clock.frameId, request)
    this.#sensors = chosen.slice(0, MAX_SENSORS_PER_FRAME).map((sensor) => {
      const calibration = calibrationOf(sensor, index.calibrations, given(sensor), request)
      const isPlaced = calibration.egoFromSensor !== null || this.#placement.isPlaced(sensor.frameId)
      if (!isPlaced) this.#warnUnplaced(sensor)
      return { sensor, calibration, isPlaced, nearest: new Nearest(sensor.readings), maxOffsetNs: 0n, missing: 0 }
    })
  }

  sequence(name: string): PlannedSequence {
    const frames = this.#frames(name)
    if (frames.length === 0) throw new SourceError('LOG_INVALID', `${name} has no cloud whose pose is known`)
    const sensors = this.#sensors.map(({ sensor, calibration, isPlaced, maxOffsetNs }) => {
      const offsetMs = sensor === this.#clock ? null : Number(maxOffsetNs) / 1e6
      // Without its place, nothing could be projected truly.
      return plannedSensor(sensor, isPlaced ? calibration : null, offsetMs)
    })
    for (const { sensor, missing } of this.#sensors) if (missing > 0) this.#warnMissing(sensor, missing)
    return { path: `${name}@${frames[0].timestampNs}`, isSingle: false, sensors, frames, pointCloudFrame: 'sensor' }
  }

  #frames(name: string): PlannedFrame[] {
    const ids = new FrameIds()
    const frames: PlannedFrame[] = []
    for (const reading of this.#clock.readings) {
      const worldFromEgo = this.#placement.worldFromEgo(reading.timeNs)
      if (!worldFromEgo && this.#placement.worldFrame !== null) {
        this.#request.skip(`${name}@${reading.timeNs}`, 'NO_POSE')
        continue
      }
      const files = this.#sensors.flatMap((placed) => this.#fileOf(placed, reading, worldFromEgo) ?? [])
      frames.push({ frameId: ids.of(reading), timestampNs: reading.timeNs, worldFromEgo, files })
    }
    return frames
  }

  #fileOf(placed: PlacedSensor, clock: SensorReading, worldFromEgo: Pose | null): PlannedFrame['files'][number] | null {
    const { sensor } = placed
    const found = sensor === this.#clock ? { reading: clock, offsetNs: 0n } : this.#nearest(placed, clock)
    if (!found) {
      placed.missing++
      return null
    }
    const { reading, offsetNs } = found
    if (offsetNs > placed.maxOffsetNs) placed.maxOffsetNs = offsetNs
    return {
      sensorId: sensor.id,
      file: madeFile(sensor, reading),
      commonFromSensor: this.#commonFromSensor(placed, reading, worldFromEgo),
    }
  }

  #nearest({ nearest }: PlacedSensor, { timeNs }: SensorReading) {
    return nearest.to(timeNs, BigInt(Math.round(this.#request.options.maxOffsetMs * 1e6)))
  }

  /** The frame is the world where there are poses, at the sensor's own time. */
  #commonFromSensor(
    { sensor, calibration, isPlaced }: PlacedSensor,
    reading: SensorReading,
    atClock: Pose | null,
  ): Pose {
    const { timeNs, origin } = reading
    const found = calibration.egoFromSensor ?? (isPlaced ? this.#placement.egoFromSensor(sensor.frameId, timeNs) : null)
    const egoFromFrame = found ?? identityPose
    const egoFromSensor = origin ? composePoses(egoFromFrame, origin) : egoFromFrame
    if (!atClock) return egoFromSensor
    const worldFromEgo = sensor === this.#clock ? atClock : this.#placement.worldFromEgoOfSensor(timeNs)
    return composePoses(worldFromEgo ?? atClock, egoFromSensor)
  }

  #warnUnplaced({ topic, frameId, modality }: SensorTopic): void {
    const cost = modality === 'camera' ? 'its pictures are shown without boxes' : 'its points are placed at the vehicle'
    const frame = frameId.slice(0, 128) || 'no frame'
    this.#request.warn({
      code: 'NO_TRANSFORM',
      message: `No transform leads from ${this.#placement.egoFrame} to ${frame} of ${topic}, so ${cost}; options.calibration can add it.`,
      source: topic,
    })
  }

  #warnMissing({ topic, modality }: SensorTopic, frames: number): void {
    const what = modality === 'camera' ? 'picture' : 'cloud'
    this.#request.warn({
      code: modality === 'camera' ? 'NO_PICTURE' : 'FRAMES_LEFT_OUT',
      message: `${frames} frames have no ${what} of ${topic} within ${this.#request.options.maxOffsetMs} ms.`,
      source: topic,
    })
  }
}

/** The clock first: the one that is asked for, else the densest; of several in one place, the densest. */
function lidarsOf({ sensors }: LogIndex, request: LayoutRequest): SensorTopic[] {
  const { options, annotationType } = request
  const density = ({ points, readings }: SensorTopic) => points / readings.length
  const lidars = sensors.filter(({ modality }) => modality === 'lidar').toSorted((a, b) => density(b) - density(a))
  if (lidars.length === 0) throw new SourceError('FS_0003', 'the log has no clouds, which the tag needs')
  const { lidar } = options
  const asked = lidar === null ? lidars : lidars.filter(({ topic, id }) => isNamed([lidar], topic, id))
  if (asked.length === 0) throw new SourceError('FS_0003', `the log has no clouds ${lidar?.slice(0, 200)}`)
  const [clock, ...others] = asked
  const chosen = [clock]
  for (const other of others) {
    const twin = chosen.find(({ frameId }) => frameId === other.frameId)
    if (rulesOf(annotationType).hasLabels) request.skip(other.topic, `a job has one cloud, here of ${clock.topic}`)
    else if (twin)
      request.skip(other.topic, `it is in the frame of ${twin.topic}, which is denser; options.lidar chooses it`)
    else chosen.push(other)
  }
  return chosen
}
