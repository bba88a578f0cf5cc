/** The methods of a logger that this folder needs; pino fits. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** For tests and tools without output. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
