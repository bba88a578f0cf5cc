import { fileUrl, type ImageFile } from '../../formats/workbench/job.ts'
import { type Decoder, workerDecoder } from '../canvas/decoder.ts'
import { FrameBuffer } from '../canvas/frameBuffer.ts'
import { systemClock } from '../document/clock.ts'
import { Signal, watch } from '../document/observable.ts'
import type { EditorSession } from '../document/session.ts'
import { Player } from './player.ts'

/** The cache of decoded pixels: 60 frames of 1920 × 1080. */
const MAX_BYTES = 512 * 1024 * 1024

/** What view and timeline of a video share: the decoded frames and the player. */
export class VideoState {
  readonly player: Player
  readonly session: EditorSession
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  #open: { buffer: FrameBuffer<ImageBitmap>; decoder: Decoder<ImageBitmap> } | null = null

  constructor(session: EditorSession) {
    this.session = session
    this.player = new Player({
      clock: systemClock,
      frameCount: session.document.frameCount,
      frame: () => session.frame,
      setFrame: (frame) => session.setFrame(frame),
      isReady: (frame) => this.isBuffered(frame) || this.imageAt(frame).file === null || this.failureOf(frame) !== null,
      onChange: this.#changes.emit,
    })
  }

  /** Begins to load; the answer lets all frames go. */
  attach(): () => void {
    const decoder = workerDecoder()
    const buffer = new FrameBuffer<ImageBitmap>({
      frameCount: this.session.document.frameCount,
      urlOf: (frame) => fileUrl(this.session.job, this.imageAt(frame).file ?? ''),
      decoder,
      maxBytes: MAX_BYTES,
      onChange: this.#changes.emit,
    })
    this.#open = { buffer, decoder }
    const seek = (frame: number) => this.imageAt(frame).file !== null && buffer.seek(frame)
    const leave = watch(this.session, ({ frame }) => frame, seek)
    seek(this.session.frame)
    return () => {
      leave()
      this.player.pause()
      buffer.dispose()
      decoder.dispose()
      this.#open = null
    }
  }

  get decoder(): Decoder<ImageBitmap> | null {
    return this.#open?.decoder ?? null
  }

  bitmapAt(frame: number): ImageBitmap | null {
    return this.#open?.buffer.get(frame) ?? null
  }

  isBuffered(frame: number): boolean {
    return this.#open?.buffer.has(frame) ?? false
  }

  failureOf(frame: number): string | null {
    return this.#open?.buffer.failureOf(frame) ?? null
  }

  imageAt(frame: number): ImageFile {
    const { content } = this.session.job
    if (content.kind !== 'video' && content.kind !== 'image') throw new Error(`there are no images in ${content.kind}`)
    return content.frames[frame].image
  }
}

const states = new WeakMap<EditorSession, VideoState>()

/** The same for the view and the timeline of a session. */
export function videoOf(session: EditorSession): VideoState {
  const state = states.get(session) ?? new VideoState(session)
  states.set(session, state)
  return state
}
