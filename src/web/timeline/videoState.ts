import { fileUrl, type ImageFile } from '../../formats/workbench/job.ts'
import { type Decoder, workerDecoder } from '../canvas/decoder.ts'
import { FrameBuffer } from '../canvas/frameBuffer.ts'
import { systemClock } from '../document/clock.ts'
import type { EditorSession } from '../document/session.ts'
import { Player } from './player.ts'

/** Decoded pixels that are kept: 60 frames of 1920 × 1080. */
const MAX_BYTES = 512 * 1024 * 1024

/** What view and timeline of a video share: the decoded frames and the player. */
export class VideoState {
  readonly player: Player
  readonly session: EditorSession
  private readonly listeners = new Set<() => void>()
  private open: { buffer: FrameBuffer<ImageBitmap>; decoder: Decoder<ImageBitmap> } | null = null

  constructor(session: EditorSession) {
    this.session = session
    this.player = new Player({
      clock: systemClock,
      frameCount: session.document.frameCount,
      frame: () => session.frame,
      setFrame: (frame) => session.setFrame(frame),
      isReady: (frame) => this.isBuffered(frame) || this.imageAt(frame).file === null || this.failureOf(frame) !== null,
      onChange: this.changed,
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
      onChange: this.changed,
    })
    this.open = { buffer, decoder }
    let shown = -1
    const follow = () => {
      if (this.session.frame === shown) return
      shown = this.session.frame
      if (this.imageAt(shown).file !== null) buffer.seek(shown)
    }
    const leave = this.session.subscribe(follow)
    follow()
    return () => {
      leave()
      this.player.pause()
      buffer.dispose()
      decoder.dispose()
      this.open = null
    }
  }

  get decoder(): Decoder<ImageBitmap> | null {
    return this.open?.decoder ?? null
  }

  bitmapAt(frame: number): ImageBitmap | null {
    return this.open?.buffer.get(frame) ?? null
  }

  isBuffered(frame: number): boolean {
    return this.open?.buffer.has(frame) ?? false
  }

  failureOf(frame: number): string | null {
    return this.open?.buffer.failureOf(frame) ?? null
  }

  imageAt(frame: number): ImageFile {
    const { content } = this.session.job
    if (content.kind !== 'video' && content.kind !== 'image') throw new Error(`there are no images in ${content.kind}`)
    return content.frames[frame].image
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private readonly changed = (): void => {
    for (const listener of [...this.listeners]) listener()
  }
}

const states = new WeakMap<EditorSession, VideoState>()

/** The same for the view and the timeline of a session. */
export function videoOf(session: EditorSession): VideoState {
  const state = states.get(session) ?? new VideoState(session)
  states.set(session, state)
  return state
}
