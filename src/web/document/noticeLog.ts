import type { Message } from '../messages/messageValues.ts'
import { Signal } from './observable.ts'

export type NoticeTone = 'info' | 'success' | 'warning' | 'error'

export interface Notice {
  number: number
  message: Message
  tone: NoticeTone
  at: Date
  /** Of an act that changed nothing: it is shown at the pointer. */
  isRefusal: boolean
  /** What can be done about it. */
  offer?: NoticeOffer | undefined
}

export interface NoticeOffer {
  label: Message
  run(): void
}

const KEPT = 50

/** What the workbench said about this job, newest first. */
export class NoticeLog {
  #notices: readonly Notice[] = []
  #count = 0
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe

  /** The same array until something is added. */
  get notices(): readonly Notice[] {
    return this.#notices
  }

  /** Progress of one act takes the place of what was said of it before: `frame 3`, `frame 4`. */
  add(message: Message, tone: NoticeTone = 'info', offer?: NoticeOffer): void {
    this.#put({ message, tone, isRefusal: false, offer })
  }

  /** Says at the pointer why an act changed nothing. Tools and commands call it for each act that they refuse. */
  refuse(message: Message, tone: 'warning' | 'error' = 'warning'): void {
    this.#put({ message, tone, isRefusal: true })
  }

  #put(said: Omit<Notice, 'number' | 'at'>): void {
    const { message } = said
    const [latest, ...earlier] = this.#notices
    const isSame = latest !== undefined && idOf(latest.message) !== null && idOf(latest.message) === idOf(message)
    const notice: Notice = { ...said, number: ++this.#count, at: new Date() }
    this.#notices = [notice, ...(isSame ? earlier : this.#notices)].slice(0, KEPT)
    this.#changes.emit()
  }
}

const idOf = (message: Message): string | null => ('id' in message ? message.id : null)
