import type { Decoder } from './decoder.ts'

/** Something decoded; closed when it is forgotten. */
export interface DecodedFrame {
  width: number
  height: number
  close(): void
}

export interface FrameBufferParts<Bitmap extends DecodedFrame> {
  frameCount: number
  urlOf(frame: number): string
  decoder: Decoder<Bitmap>
  /** The size of decoded pixels, four bytes each. */
  maxBytes: number
  /** Something was decoded or forgotten, or failed. */
  onChange(): void
}

const BYTES_PER_PIXEL = 4
/** The prefetch ratio: frames ahead per frame behind. */
const AHEAD_PER_BEHIND = 4

/**
 * Decoded frames around the current one: the nearest first, more of them ahead than behind, within the byte limit.
 * Buffered frames are never decoded again; the farthest is dropped first.
 */
export class FrameBuffer<Bitmap extends DecodedFrame> {
  private readonly parts: FrameBufferParts<Bitmap>
  private readonly frames = new Map<number, Bitmap>()
  private readonly loading = new Map<number, AbortController>()
  private readonly failures = new Map<number, string>()
  private current = 0
  private direction: 1 | -1 = 1
  private usedBytes = 0
  /** The bytes of the largest frame so far, from which the number of frames follows. */
  private frameBytes = 0
  private disposed = false

  constructor(parts: FrameBufferParts<Bitmap>) {
    this.parts = parts
  }

  get(frame: number): Bitmap | null {
    return this.frames.get(frame) ?? null
  }

  has(frame: number): boolean {
    return this.frames.has(frame)
  }

  failureOf(frame: number): string | null {
    return this.failures.get(frame) ?? null
  }

  get bytes(): number {
    return this.usedBytes
  }

  /** Frame numbers that are decoded, ascending. */
  buffered(): number[] {
    return [...this.frames.keys()].sort((a, b) => a - b)
  }

  /** Moves to a frame; its surroundings are loaded next. */
  seek(frame: number): void {
    if (frame !== this.current) this.direction = frame > this.current ? 1 : -1
    this.current = frame
    // Asked for again, a frame that failed gets another chance.
    this.failures.delete(frame)
    const wanted = this.wanted()
    for (const [at, abort] of this.loading) if (!wanted.includes(at)) abort.abort()
    this.fill(wanted)
  }

  dispose(): void {
    this.disposed = true
    for (const abort of this.loading.values()) abort.abort()
    for (const bitmap of this.frames.values()) bitmap.close()
    this.frames.clear()
  }

  /** Frames to have, the most urgent first. */
  private wanted(): number[] {
    const { frameCount, maxBytes } = this.parts
    const room = this.frameBytes === 0 ? this.parts.decoder.lanes : Math.max(1, Math.floor(maxBytes / this.frameBytes))
    return framesAround(this.current, this.direction, frameCount, room)
  }

  private fill(wanted: readonly number[]): void {
    for (const frame of wanted) {
      if (this.loading.size >= this.parts.decoder.lanes) return
      if (this.frames.has(frame) || this.loading.has(frame) || this.failures.has(frame)) continue
      void this.load(frame)
    }
  }

  private async load(frame: number): Promise<void> {
    const abort = new AbortController()
    this.loading.set(frame, abort)
    try {
      const bitmap = await this.parts.decoder.decode(this.parts.urlOf(frame), abort.signal)
      this.keep(frame, bitmap)
    } catch (error) {
      if (!abort.signal.aborted) this.failures.set(frame, error instanceof Error ? error.message : String(error))
    }
    this.loading.delete(frame)
    if (this.disposed) return
    this.fill(this.wanted())
    this.parts.onChange()
  }

  private keep(frame: number, bitmap: Bitmap): void {
    if (this.disposed) {
      bitmap.close()
      return
    }
    this.frames.set(frame, bitmap)
    const bytes = bytesOf(bitmap)
    this.usedBytes += bytes
    this.frameBytes = Math.max(this.frameBytes, bytes)
    this.forget()
  }

  /** Over the limit the least wanted go; the one that is shown never does. */
  private forget(): void {
    if (this.usedBytes <= this.parts.maxBytes) return
    const rank = new Map(this.wanted().map((frame, i) => [frame, i]))
    const byNeed = [...this.frames.keys()].sort((a, b) => this.rankOf(rank, b) - this.rankOf(rank, a))
    for (const frame of byNeed) {
      if (this.usedBytes <= this.parts.maxBytes || frame === this.current) return
      const bitmap = this.frames.get(frame)
      if (!bitmap) continue
      this.frames.delete(frame)
      this.usedBytes -= bytesOf(bitmap)
      bitmap.close()
    }
  }

  private rankOf(rank: ReadonlyMap<number, number>, frame: number): number {
    return rank.get(frame) ?? this.parts.frameCount + Math.abs(frame - this.current)
  }
}

const bytesOf = ({ width, height }: DecodedFrame) => width * height * BYTES_PER_PIXEL

/** The frame itself, then its surroundings by distance, where frames in the playing direction count as nearer. */
export function framesAround(current: number, direction: 1 | -1, frameCount: number, count: number): number[] {
  const frames = [current]
  let ahead = 1
  let behind = 1
  const isFrame = (frame: number) => frame >= 0 && frame < frameCount
  while (frames.length < Math.min(count, frameCount)) {
    const next = current + ahead * direction
    const last = current - behind * direction
    const takeAhead = isFrame(next) && (!isFrame(last) || ahead <= behind * AHEAD_PER_BEHIND)
    frames.push(takeAhead ? next : last)
    if (takeAhead) ahead++
    else behind++
  }
  return frames
}
