import type { Pose } from '../../../geometry/pose.ts'
import type { LayoutRequest } from '../layout.ts'
import { CALIBRATION_SCHEMAS } from './cameraInfo.ts'
import { CLOUD_SCHEMAS, cloudOrigin, pointsOf } from './cloudMessage.ts'
import { type Fields, fieldsOf } from './fieldsOf.ts'
import type { LogChannel, LogMessage, LogReader, MessagePlace } from './logReader.ts'
import type { MessageDecoder } from './messageDecoder.ts'
import { formOf, PICTURE_SCHEMAS, type PictureForm, whyNotShown } from './picture.ts'
import { addTransforms, POSE_SCHEMAS, PoseTrack, TRANSFORM_SCHEMAS } from './poseTrack.ts'
import { SensorIds } from './sensorIds.ts'
import { stampOf } from './stamp.ts'
import { Transforms } from './transforms.ts'

/** One cloud or picture, of which only its place is kept. */
export interface SensorReading {
  timeNs: bigint
  channel: LogChannel
  place: MessagePlace
  /** frameFromCloud of foxglove.PointCloud, where it is not the identity. */
  origin: Pose | null
}

/** A topic of clouds or pictures. */
export interface SensorTopic {
  topic: string
  /** `sensor_id` of the jobs. */
  id: string
  modality: 'lidar' | 'camera'
  frameId: string
  /** In the order of time. */
  readings: SensorReading[]
  /** The number of points in all clouds together. */
  points: number
  form: PictureForm | null
}

export interface Calibration {
  topic: string
  frameId: string
  /** The first message. */
  message: Fields
}

/** What a log has, without its clouds and pictures. */
export interface LogIndex {
  sensors: SensorTopic[]
  calibrations: Calibration[]
  transforms: Transforms
  tracks: PoseTrack[]
  /** One sentence about what could not be read; null where all was. */
  damage: string | null
}

/** More failures of a topic say nothing new. */
const MAX_FAILURES_OF_A_TOPIC = 100

export const isNamed = (names: readonly string[], topic: string, id: string): boolean =>
  names.some((name) => name === topic || name === id || name === topic.replace(/^\//, ''))

/** Reads a log from its start to its end once. @throws SourceFileError */
export async function indexLog(readers: readonly LogReader[], request: LayoutRequest): Promise<LogIndex> {
  const collector = new Collector(request)
  let bytesBefore = 0
  for (const [done, reader] of readers.entries()) {
    let bytesOfThis = 0
    const walk = {
      signal: request.signal,
      wants: (channel: LogChannel) => collector.wants(channel),
      progress: (bytes: number) => {
        bytesOfThis = bytes
        request.progress(done, bytesBefore + bytes)
      },
      damaged: (message: string) => collector.damaged(message),
    }
    for await (const message of reader.walk(walk)) collector.add(message)
    bytesBefore += bytesOfThis
  }
  return collector.index()
}

class Collector {
  readonly #request: LayoutRequest
  readonly #ids = new SensorIds()
  readonly #sensors = new Map<string, SensorTopic>()
  readonly #calibrations = new Map<string, Calibration>()
  readonly #tracks = new Map<string, PoseTrack>()
  readonly #transforms = new Transforms()
  readonly #left = new Set<string>()
  readonly #unreadable = new Set<LogChannel>()
  readonly #failures = new Map<string, number>()
  #damage: string | null = null

  constructor(request: LayoutRequest) {
    this.#request = request
  }

  wants(channel: LogChannel): boolean {
    const { topic, schemaName } = channel
    if (TRANSFORM_SCHEMAS.has(schemaName) || CALIBRATION_SCHEMAS.has(schemaName) || POSE_SCHEMAS.has(schemaName))
      return true
    if (this.#left.has(topic)) return false
    const isSensor = CLOUD_SCHEMAS.has(schemaName) || PICTURE_SCHEMAS.has(schemaName)
    const { topics } = this.#request.options
    if (isSensor && (!topics || isNamed(topics, topic, this.#ids.of(topic)))) return true
    const type = schemaName.slice(0, 128) || 'no known type'
    this.#leave(topic, isSensor ? 'not among options.topics' : `messages of ${type} are not read`)
    return false
  }

  add(message: LogMessage): void {
    const { channel, logTimeNs } = message
    if (this.#unreadable.has(channel)) return
    let decoder: MessageDecoder
    try {
      decoder = channel.decoder()
    } catch (error) {
      this.#unreadable.add(channel)
      this.#fail(channel.topic, 'a definition of messages that can be read', error)
      return
    }
    try {
      this.#addRead(message, decoder)
    } catch (error) {
      const file = `${channel.topic}@${logTimeNs}`
      this.#fail(file, `a message of ${channel.schemaName}`, error, channel.topic)
    }
  }

  damaged(message: string): void {
    if (this.#damage !== null) return
    this.#damage = message
    this.#request.warn({
      code: 'LOG_TRUNCATED',
      message: `The log is cut or damaged: ${message}; what is whole is used.`,
    })
  }

  index(): LogIndex {
    for (const { readings } of this.#sensors.values())
      readings.sort((a, b) => (a.timeNs < b.timeNs ? -1 : a.timeNs > b.timeNs ? 1 : 0))
    return {
      sensors: [...this.#sensors.values()],
      calibrations: [...this.#calibrations.values()],
      transforms: this.#transforms,
      tracks: [...this.#tracks.values()].filter(({ samples }) => samples.count > 0),
      damage: this.#damage,
    }
  }

  #addRead({ channel, logTimeNs, place, bytes }: LogMessage, decoder: MessageDecoder): void {
    const { topic, schemaName } = channel
    if (CLOUD_SCHEMAS.has(schemaName) || PICTURE_SCHEMAS.has(schemaName)) {
      this.#addReading(channel, logTimeNs, place, bytes.length, fieldsOf(decoder.start(bytes)))
      return
    }
    if (CALIBRATION_SCHEMAS.has(schemaName) && this.#calibrations.has(topic)) return
    const message = fieldsOf(decoder.whole(bytes))
    if (TRANSFORM_SCHEMAS.has(schemaName)) addTransforms(message, topic, logTimeNs, this.#transforms)
    else if (POSE_SCHEMAS.has(schemaName)) this.#trackOf(topic, schemaName).add(message, logTimeNs)
    else this.#calibrations.set(topic, { topic, frameId: stampOf(message, logTimeNs).frameId, message })
  }

  #addReading(channel: LogChannel, logTimeNs: bigint, place: MessagePlace, size: number, start: Fields): void {
    const { topic, schemaName } = channel
    const isCloud = CLOUD_SCHEMAS.has(schemaName)
    const points = isCloud ? pointsOf(schemaName, start) : null
    // A point takes at least a byte for each of its coordinates.
    if (points !== null && points * 3 > size) throw new Error(`${points} points in ${size} bytes`)
    if (points === 0) throw new Error('a cloud of 0 points')
    const why = isCloud ? null : whyNotShown(schemaName, start)
    if (why !== null) {
      this.#leave(topic, why)
      return
    }
    const { timeNs, frameId } = stampOf(start, logTimeNs)
    const sensor = this.#sensorOf(topic, isCloud, frameId)
    sensor.points += points ?? 0
    sensor.form ??= isCloud ? null : formOf(schemaName, start)
    sensor.readings.push({ timeNs, channel, place, origin: cloudOrigin(schemaName, start) })
  }

  #sensorOf(topic: string, isCloud: boolean, frameId: string): SensorTopic {
    let sensor = this.#sensors.get(topic)
    if (!sensor) {
      const modality = isCloud ? 'lidar' : 'camera'
      sensor = { topic, id: this.#ids.of(topic), modality, frameId, readings: [], points: 0, form: null }
      this.#sensors.set(topic, sensor)
    }
    return sensor
  }

  #trackOf(topic: string, schemaName: string): PoseTrack {
    let track = this.#tracks.get(topic)
    if (!track) {
      track = new PoseTrack(topic, schemaName)
      this.#tracks.set(topic, track)
    }
    return track
  }

  #leave(topic: string, reason: string): void {
    if (this.#left.has(topic)) return
    this.#left.add(topic)
    this.#request.skip(topic, reason)
  }

  #fail(file: string, expected: string, error: unknown, topic: string = file): void {
    const count = (this.#failures.get(topic) ?? 0) + 1
    this.#failures.set(topic, count)
    if (count > MAX_FAILURES_OF_A_TOPIC) return
    const found = error instanceof Error ? error.message : String(error)
    this.#request.fail({ file, type: 'MESSAGE_INVALID', expected, found: found.slice(0, 500) })
  }
}
