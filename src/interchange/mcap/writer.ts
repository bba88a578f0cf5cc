import { zstdCompressSync } from 'node:zlib'
import { McapWriter } from '@mcap/core'
import type protobuf from 'protobufjs'
import { isResultOf } from '../../formats/results/resultForm.ts'
import { hasCameraBoxes } from '../../model/annotationTypes/rulesOf.ts'
import type { Piece } from '../core/archive.ts'
import type { ClassTable } from '../core/classTable.ts'
import { copyOriginals } from '../core/copyOriginals.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { frameTimesNs, noteAssumedTimes } from '../core/frameTimes.ts'
import type { Losses } from '../core/losses.ts'
import { foxgloveRoot } from '../foxglove/foxgloveTypes.ts'
import { logTime } from './parts.ts'
import { boxPictures, type PictureOf, videoPictures } from './pictures.ts'
import { frameNames, SceneUpdates, transformsAt } from './scene.ts'

const MESSAGE_NAMES = ['SceneUpdate', 'ImageAnnotations', 'FrameTransform'] as const
type MessageName = (typeof MESSAGE_NAMES)[number]

interface MessageType {
  /** Its full name, such as `foxglove.SceneUpdate`. */
  name: string
  /** A FileDescriptorSet: what a reader needs to decode the messages. */
  descriptor: Uint8Array
  encode(message: object): Uint8Array
}

const types = new Map<MessageName, MessageType>()

function messageType(name: MessageName): MessageType {
  const known = types.get(name)
  if (known) return known
  const root = foxgloveRoot()
  const type = root.lookupType(`foxglove.${name}`)
  const made: MessageType = {
    name: `foxglove.${name}`,
    descriptor: descriptorOf(root),
    encode: (message) => type.encode(type.fromObject(message)).finish(),
  }
  types.set(name, made)
  return made
}

interface DescribedFiles extends protobuf.Message {
  file: { name: string; package: string; dependency: string[] }[]
}

/** protobufjs writes a file for each package and leaves out which needs which; readers resolve names by that. */
function descriptorOf(root: protobuf.Root): Uint8Array {
  const set = (root as unknown as { toDescriptor(syntax: string): DescribedFiles }).toDescriptor('proto3')
  const common = set.file.filter((file) => file.package === 'google.protobuf')
  for (const file of set.file) if (!common.includes(file)) file.dependency = common.map(({ name }) => name)
  return (set.$type as protobuf.Type).encode(set).finish()
}

/** The one camera of a video. */
const VIDEO_CAMERA = 'camera'
const CHUNK_BYTES = 1024 * 1024

/** A log a job. */
export const writeMcap: Writer = async (set, archive, losses) => {
  for await (const job of set.jobs()) {
    const file = `${job.name}.mcap`
    noteAssumedTimes(job, losses)
    // No job is made of a log whose messages could be added.
    if (set.options.merge === true) losses.add('source_deleted', job)
    await archive.add(file, logPieces(job, set.classes, losses), { job })
    for (const frame of job.frames) archive.note(file, { job, frame })
    if (set.includeFiles) await copyOriginals(archive, job, losses)
  }
}

/** Frame by frame: a log of many frames is never held whole. */
async function* logPieces(job: ExportJob, classes: ClassTable, losses: Losses): AsyncGenerator<Piece> {
  const log = await Log.start()
  const { document } = job
  const isBoxes = isResultOf(document, 'boxes')
  const names = frameNames(job)
  const scene = isBoxes ? new SceneUpdates(document, classes, names) : null
  const pictures = new Map<string, PictureOf>()
  if (isResultOf(document, 'video')) pictures.set(VIDEO_CAMERA, videoPictures(job, classes, losses))
  if (isBoxes && hasCameraBoxes(document.type)) {
    for (const { id, modality } of job.sensors)
      if (modality === 'camera') pictures.set(id, boxPictures(document, classes, id))
  }
  const times = frameTimesNs(job)
  for (const [index, frame] of job.frames.entries()) {
    const timestamp = logTime(times[index])
    const add = (topic: string, name: MessageName, message: object) => log.add(topic, name, message, times[index])
    if (isBoxes) for (const moved of transformsAt(frame, names, timestamp)) await add('/tf', 'FrameTransform', moved)
    if (scene) await add('/fiducial/annotations', 'SceneUpdate', scene.at(frame, timestamp))
    for (const [sensorId, pictureOf] of pictures)
      await add(`/fiducial/${sensorId}`, 'ImageAnnotations', pictureOf(frame, timestamp))
    yield* log.takePieces()
  }
  await log.note('fiducial', aboutJob(job))
  await log.end()
  yield* log.takePieces()
}

/** What no message has a place for: a metadata record of the file. */
function aboutJob({ jobId, referenceId, tag, document: { data }, frames }: ExportJob): Record<string, string> {
  return {
    reference_id: referenceId,
    job_id: jobId,
    tag: tag.name,
    job_attributes: JSON.stringify('job_attributes' in data ? (data.job_attributes ?? {}) : {}),
    frame_attributes: JSON.stringify('frame_attributes' in data ? (data.frame_attributes ?? {}) : {}),
    frame_ids: JSON.stringify(frames.map(({ frameId }) => frameId)),
  }
}

/** An indexed MCAP file in the making, its chunks packed by zstd. */
class Log {
  readonly #writer: McapWriter
  readonly #pieces: Uint8Array[] = []
  readonly #schemas = new Map<MessageName, number>()
  readonly #channels = new Map<string, number>()
  #bytes = 0n
  #sequence = 0

  private constructor() {
    this.#writer = new McapWriter({
      writable: {
        write: async (piece) => {
          // The writer uses its buffer again.
          this.#pieces.push(piece.slice())
          this.#bytes += BigInt(piece.length)
        },
        position: () => this.#bytes,
      },
      chunkSize: CHUNK_BYTES,
      compressChunk: (data) => ({ compression: 'zstd', compressedData: zstdCompressSync(data) }),
    })
  }

  static async start(): Promise<Log> {
    const log = new Log()
    await log.#writer.start({ profile: '', library: 'fiducial' })
    for (const name of MESSAGE_NAMES) {
      const { name: full, descriptor } = messageType(name)
      log.#schemas.set(name, await log.#writer.registerSchema({ name: full, encoding: 'protobuf', data: descriptor }))
    }
    return log
  }

  async add(topic: string, name: MessageName, message: object, timeNs: bigint): Promise<void> {
    const channelId = this.#channels.get(topic) ?? (await this.#register(topic, name))
    const data = messageType(name).encode(message)
    const sequence = this.#sequence++
    await this.#writer.addMessage({ channelId, sequence, logTime: timeNs, publishTime: timeNs, data })
  }

  async note(name: string, values: Readonly<Record<string, string>>): Promise<void> {
    await this.#writer.addMetadata({ name, metadata: new Map(Object.entries(values)) })
  }

  end(): Promise<void> {
    return this.#writer.end()
  }

  takePieces(): Uint8Array[] {
    return this.#pieces.splice(0)
  }

  async #register(topic: string, name: MessageName): Promise<number> {
    const schemaId = this.#schemas.get(name) ?? 0
    const id = await this.#writer.registerChannel({ topic, schemaId, messageEncoding: 'protobuf', metadata: new Map() })
    this.#channels.set(topic, id)
    return id
  }
}
