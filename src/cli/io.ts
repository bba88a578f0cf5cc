/** What the command line uses of its environment; bin/fiducial.mjs passes the real one. */
export interface CliIo {
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  out(text: string): void
  err(text: string): void
  /** Bytes of a file, or of the standard input for `-`. */
  read(file: string): AsyncIterable<Uint8Array>
  /** A person at a terminal; absent where the standard input is something else. */
  terminal?: Terminal
  /** Aborted when the person or the system asks the command to end; from this call on that does not end the process. */
  stopSignal?(): AbortSignal
  /** Starts a service as `npm start` does, with these settings; it ends with this process. */
  startService?(env: Readonly<Record<string, string | undefined>>): StartedService
}

export interface Terminal {
  /** Asks and answers the line that the person typed; empty at the end of the input. */
  ask(question: string): Promise<string>
  /** Replaces the line that shows progress; an empty one removes it. */
  redraw(line: string): void
}

export interface StartedService {
  /** The address, and the link that makes the first admin where there is none. @throws RefusedError when it ends before */
  ready: Promise<{ baseUrl: string; setUpLink: string | null }>
  stop(): Promise<void>
}

/** The command was not given as it has to be: exit code 2. */
export class UsageError extends Error {}

/** The command was understood and refused: exit code 1. */
export class RefusedError extends Error {}

export async function readText(io: CliIo, file: string): Promise<string> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of io.read(file)) parts.push(part)
  } catch (error) {
    throw new RefusedError(`cannot read ${file}: ${error instanceof Error ? error.message : error}`)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Throws RefusedError, which names the file and the place. */
export async function readJsonFile(io: CliIo, file: string): Promise<unknown> {
  const text = await readText(io, file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RefusedError(`${file} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}
