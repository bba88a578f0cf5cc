import { SourceFileError } from '../layout.ts'
import { inputOptions, RunningFfmpeg } from './ffmpeg.ts'
import { jpegsOf } from './jpegs.ts'

/** 2 to 31; 2 is hardly told apart from the original. */
const JPEG_QUALITY = 2
/** Pictures of this size in total are kept for pieces that overlap, and not decoded twice. */
const KEPT_BYTES = 64 * 1024 * 1024

/** Decoders that run at the same time: the next video begins while jobs of the one before are written. */
const MOST_RUNNING = 2

/** The decoders of an ingest that run. */
export class RunningDecoders {
  readonly #running: DecodedFrames[] = []

  /** Stops the oldest to make room for one that begins. */
  async begin(decoder: DecodedFrames): Promise<void> {
    if (this.#running.includes(decoder)) return
    this.#running.push(decoder)
    if (this.#running.length > MOST_RUNNING) await this.#running.shift()?.close()
  }
}

interface DecodedVideo {
  ffmpeg: string | null
  /** On this machine. */
  path(): Promise<string>
  /** In the source. */
  file: string
  signal: AbortSignal
  decoders: RunningDecoders
}

/**
 * The frames of a video as JPEG, upright, in the order of time. Jobs take them one after the other, so a single decoder
 * runs through the video, and only a step back begins again.
 */
export class DecodedFrames {
  readonly #video: DecodedVideo
  #pictures: AsyncGenerator<Uint8Array> | null = null
  #next = 0
  #kept = new Map<number, Uint8Array>()
  #keptBytes = 0

  constructor(video: DecodedVideo) {
    this.#video = video
  }

  /** @throws SourceFileError where the video ends before the frame */
  async at(index: number): Promise<Uint8Array> {
    const kept = this.#kept.get(index)
    if (kept) return kept
    if (this.#pictures === null || index < this.#next) await this.#begin()
    let picture = await this.#take()
    while (this.#next <= index) picture = await this.#take()
    return picture
  }

  async close(): Promise<void> {
    await this.#pictures?.return(undefined)
    this.#pictures = null
    this.#kept = new Map()
  }

  async #begin(): Promise<void> {
    await this.close()
    this.#next = 0
    this.#keptBytes = 0
    const { ffmpeg, file, signal, decoders } = this.#video
    await decoders.begin(this)
    const path = await this.#video.path()
    const encoding = ['-fps_mode', 'passthrough', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', String(JPEG_QUALITY)]
    const args = [...inputOptions(path), ...encoding, '-bitexact', '-f', 'image2pipe', 'pipe:1']
    const running = await RunningFfmpeg.start(ffmpeg, args, file)
    this.#pictures = jpegsOf(running.output(signal))
  }

  async #take(): Promise<Uint8Array> {
    const next = await this.#pictures?.next()
    if (!next || next.done) {
      const { file } = this.#video
      const found = `${this.#next} frames`
      throw new SourceFileError(
        { file, type: 'VIDEO_DECODE_FAILED', expected: 'as many frames as the file has packets', found },
        `${file} ends after ${found}`,
      )
    }
    this.#keep(this.#next++, next.value)
    return next.value
  }

  #keep(index: number, picture: Uint8Array): void {
    this.#kept.set(index, picture)
    this.#keptBytes += picture.length
    for (const [oldest, bytes] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES || oldest === index) break
      this.#kept.delete(oldest)
      this.#keptBytes -= bytes.length
    }
  }
}
