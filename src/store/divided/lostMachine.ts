// What Citus says of a machine that went away in the middle of a statement, often in the words of libpq, with the code of
// an internal error or of one of the disk.
const LOST_MACHINE_STATES: ReadonlySet<string> = new Set(['XX000', '58030'])
const LOST_MACHINE_MESSAGES =
  /^(failure on connection marked as essential|failed to (COPY to shard \d+|complete COPY|prepare transaction .*) on |server closed the connection unexpectedly|no connection to the server|could not (receive data from|send data to) server|SSL SYSCALL error|SSL connection has been closed unexpectedly)/

/** Whether a machine of a divided database went away in the middle of a statement. */
export const isLostMachine = (code: string, error: unknown): boolean =>
  LOST_MACHINE_STATES.has(code) && error instanceof Error && LOST_MACHINE_MESSAGES.test(error.message)
