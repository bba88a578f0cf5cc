import type { LocalFile } from '../client/localFiles.ts'
import type { CliIo } from './io.ts'

const REDRAW_MS = 200

/** One line on a terminal that says how far the files are; a single line at the end elsewhere. */
export class SendProgress {
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
