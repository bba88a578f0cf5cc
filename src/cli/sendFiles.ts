import { openAsBlob } from 'node:fs'
import type { FiducialClient } from '../client/fiducialClient.ts'
import type { CliIo } from './io.ts'
import { type LocalFile, sha256Of } from './localFiles.ts'

const AT_ONCE = 8
const REDRAW_MS = 200

export interface UploadedName {
  name: string
  fileId: string
}

export interface Sending {
  client: FiducialClient
  io: CliIo
  /** Stops between files; what was sent stays. */
  signal?: AbortSignal
}

/**
 * Sends the files, eight at a time, in any order, and answers their ids. A file that is there already under its name
 * with the same size and SHA-256 is not sent again.
 */
export async function sendFiles(files: readonly LocalFile[], { client, io, signal }: Sending): Promise<UploadedName[]> {
  const sent: UploadedName[] = []
  const progress = new SendProgress(io, files)
  const mayBeThere = await hasFiles(client)
  const waiting = files.values()
  const sendOneByOne = async () => {
    for (const file of waiting) {
      signal?.throwIfAborted()
      const there = mayBeThere ? await findSent(client, file) : null
      const fileId = there ?? (await sendFile(client, file, signal))
      progress.done(file)
      sent.push({ name: file.name, fileId })
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, sendOneByOne))
  } finally {
    progress.end()
  }
  return sent
}

async function hasFiles(client: FiducialClient): Promise<boolean> {
  for await (const _ of client.files.list()) return true
  return false
}

/** The id of the same bytes under the same name. */
async function findSent(client: FiducialClient, file: LocalFile): Promise<string | null> {
  let sha256: string | null = null
  for await (const row of client.files.list({ name: file.name })) {
    if (row.size !== file.bytes) continue
    sha256 ??= await sha256Of(file.path)
    if (row.sha256 === sha256) return row.file_id
  }
  return null
}

async function sendFile(client: FiducialClient, file: LocalFile, signal: AbortSignal | undefined): Promise<string> {
  const content = await openAsBlob(file.path)
  return (await client.files.upload(content, { name: file.name, signal })).file_id
}

/** One line on a terminal that says how far the files are; a single line at the end elsewhere. */
class SendProgress {
  readonly #io: CliIo
  readonly #files: number
  readonly #bytes: number
  readonly #startedMs = performance.now()
  #filesDone = 0
  #bytesDone = 0
  #drawnMs = 0

  constructor(io: CliIo, files: readonly LocalFile[]) {
    this.#io = io
    this.#files = files.length
    this.#bytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  done(file: LocalFile): void {
    this.#filesDone++
    this.#bytesDone += file.bytes
    this.#draw()
  }

  end(): void {
    this.#io.terminal?.redraw('')
    this.#io.err(`${this.#line()}\n`)
  }

  #draw(): void {
    const nowMs = performance.now()
    if (!this.#io.terminal || nowMs - this.#drawnMs < REDRAW_MS) return
    this.#drawnMs = nowMs
    this.#io.terminal.redraw(this.#line())
  }

  #line(): string {
    const bytes = this.#bytesDone
    const seconds = (performance.now() - this.#startedMs) / 1000
    const rate = bytes / Math.max(seconds, 0.001)
    const files = `${this.#filesDone} of ${this.#files} files`
    const left = bytes < this.#bytes && rate > 0 ? `, ${clock((this.#bytes - bytes) / rate)} left` : ''
    return `sent ${files}, ${sizeText(bytes)} of ${sizeText(this.#bytes)}, ${sizeText(rate)}/s${left}`
  }
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A number of bytes for people: 1.4 GB. */
export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? Math.round(value) : value.toFixed(value < 10 ? 1 : 0)} ${UNITS[power]}`
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
