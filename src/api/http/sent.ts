declare const written: unique symbol

/** Stands for an answer that the handler has written itself: bytes, a redirect, or JSON of the type that it carries. */
export interface Sent<Data = unknown> {
  readonly [written]: Data
}

const SENT = {}

/** A handler returns it after it has written the reply. */
export const sent = <Data>(): Sent<Data> => SENT as Sent<Data>

export const isSent = (answer: unknown): answer is Sent => answer === SENT
