/** What this folder needs of a logger; pino fits. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** For tests and tools that show nothing. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
