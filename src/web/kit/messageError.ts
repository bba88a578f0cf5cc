import type { Message } from '../messages/messageValues.ts'

/** An error that a person reads, in their language. */
export class MessageError extends Error {
  readonly said: Message

  /** @param said what the person reads. @param detail for developers and logs. */
  constructor(said: Message, detail: string) {
    super(detail)
    this.said = said
  }
}
