import { Signal } from '../document/observable.ts'

/** How long another window may take to save its pending work before it loses the right. */
const HAND_OVER_MS = 5_000
const HAND_OVER = 'hand-over'

/** Saves pending work and accepts no more; `isUrgent`: the right is already lost. */
type HandOver = (isUrgent: boolean) => Promise<void>

/**
 * The right to work on a job in this window. Windows of one person in one browser share the data stored on this
 * computer: two that worked at the same time would send the same commands and conflict. If the browser has no Web Locks
 * (pages without TLS), every window believes that it is the only one, and the versions of the server reveal conflicts.
 */
export class JobWindow {
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  readonly #name: string
  readonly #locks: LockManager | undefined = navigator.locks
  readonly #channel: BroadcastChannel
  #isHere = false
  #handsOver: HandOver = () => Promise.resolve()
  #users = 0
  #release: () => void = () => {}

  private constructor(name: string) {
    this.#name = name
    this.#channel = new BroadcastChannel(name)
    this.#channel.onmessage = ({ data }) => {
      if (data === HAND_OVER && this.isHere) void this.#handOver()
    }
  }

  /** The one of this page for the job; each that was asked for is to be left again. */
  static of(name: string): JobWindow {
    const window = windows.get(name) ?? new JobWindow(name)
    windows.set(name, window)
    window.#users++
    return window
  }

  /** False: another window of this browser works on the job. */
  get isHere(): boolean {
    return this.#isHere
  }

  /** Says how the work is handed over to another window. */
  setHandOver(handOver: HandOver): void {
    this.#handsOver = handOver
  }

  /** Takes the right to work unless another window has it; returns whether it is here now. */
  async enter(): Promise<boolean> {
    return this.isHere || this.#request({ ifAvailable: true })
  }

  /** Lets the other window save, and takes the right from it. */
  async takeOver(): Promise<void> {
    if (this.isHere) return
    this.#channel.postMessage(HAND_OVER)
    const isHandedOver = await this.#request({ signal: AbortSignal.timeout(HAND_OVER_MS) })
    if (!isHandedOver) await this.#request({ steal: true })
  }

  leave(): void {
    this.#users--
    if (this.#users > 0) return
    windows.delete(this.#name)
    this.#channel.close()
    this.#isHere = false
    this.#release()
  }

  /** Resolves once it is decided who has the right; keeps it until it is released or stolen. */
  #request(options: LockOptions): Promise<boolean> {
    const locks = this.#locks
    if (!locks) {
      this.#change(true)
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const held = locks.request(this.#name, options, (lock) => {
        // Left while waiting: it would never be released.
        if (!lock || this.#users === 0) return resolve(false)
        this.#change(true)
        resolve(true)
        return new Promise<void>((release) => {
          this.#release = release
        })
      })
      // Waiting took too long, or another window took the lock.
      held.catch(() => {
        resolve(false)
        if (!this.isHere) return
        this.#change(false)
        void this.#handsOver(true)
      })
    })
  }

  async #handOver(): Promise<void> {
    await this.#handsOver(false)
    this.#change(false)
    this.#release()
  }

  #change(isHere: boolean): void {
    this.#isHere = isHere
    this.#changes.emit()
  }
}

const windows = new Map<string, JobWindow>()
