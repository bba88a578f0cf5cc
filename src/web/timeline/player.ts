import type { Clock } from '../document/clock.ts'

export interface PlayerParts {
  clock: Clock
  frameCount: number
  frame(): number
  setFrame(frame: number): void
  /** Whether a frame can be shown immediately: playback waits for it instead of skipping it. */
  isReady(frame: number): boolean
  onChange(): void
}

export const SPEEDS_FPS = [2, 5, 10, 15, 25, 30] as const
const FIRST_SPEED_FPS = 10
/** How soon to check again for a frame that is being decoded. */
const WAIT_MS = 30

/** Plays frame by frame: it never skips a frame, however slow the connection is. */
export class Player {
  fps: number = FIRST_SPEED_FPS
  private readonly parts: PlayerParts
  private cancel: (() => void) | null = null

  constructor(parts: PlayerParts) {
    this.parts = parts
  }

  get isPlaying(): boolean {
    return this.cancel !== null
  }

  toggle(): void {
    if (this.isPlaying) this.pause()
    else this.play()
  }

  play(): void {
    const { frame, setFrame, frameCount } = this.parts
    // At the end it starts over.
    if (frame() >= frameCount - 1) setFrame(0)
    this.next(1000 / this.fps)
    this.parts.onChange()
  }

  pause(): void {
    this.cancel?.()
    this.cancel = null
    this.parts.onChange()
  }

  setSpeed(fps: number): void {
    this.fps = fps
    this.parts.onChange()
  }

  private next(delayMs: number): void {
    this.cancel = this.parts.clock.after(delayMs, () => this.tick())
  }

  private tick(): void {
    const { frame, setFrame, isReady, frameCount } = this.parts
    const following = frame() + 1
    if (following >= frameCount) {
      this.pause()
      return
    }
    if (!isReady(following)) {
      this.next(WAIT_MS)
      return
    }
    setFrame(following)
    this.next(1000 / this.fps)
  }
}
