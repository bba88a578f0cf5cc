import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { SourceError, SourceFileError } from '../layout.ts'

/** Containers that are opened. Others, playlists above all, could name further files and addresses. */
const CONTAINERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi'
/** A video that makes no progress for so long is given up. */
const SILENCE_MS = 60_000
/** Pixels of a frame, as for any picture. */
const MAX_PIXELS = 300_000_000
const MAX_MESSAGE_BYTES = 4000
/** Where programs are; nothing else of the environment, which has secrets, goes to it. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin'

const MISSING =
  'videos need the program ffmpeg, which this server does not have: install it (such as by apt-get install ffmpeg or ' +
  'brew install ffmpeg), or name it in the setting FFMPEG'

/** What every reading of a file begins with: nothing but this file is opened, with one thread. */
export const inputOptions = (path: string): string[] => [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1'],
  ...['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS, '-max_pixels', String(MAX_PIXELS)],
  ...['-i', `file:${path}`, '-map', '0:v:0', '-an', '-sn', '-dn'],
]

/**
 * Runs ffmpeg and answers what it writes. It ends with this process: a pipe without a reader ends it, and so does
 * `stop`.
 */
export class RunningFfmpeg {
  readonly #child: ChildProcess
  readonly #file: string
  readonly #failed: Promise<never>
  #message = ''
  #isStopped = false

  private constructor(child: ChildProcess, file: string) {
    this.#child = child
    this.#file = file
    this.#failed = once(child, 'error').then(([error]) => {
      throw error
    })
    this.#failed.catch(() => {})
    child.stderr?.on('data', (piece: Buffer) => {
      if (this.#message.length < MAX_MESSAGE_BYTES) this.#message += piece.toString('utf8')
    })
  }

  /** @throws SourceError VIDEO_DECODER_MISSING where there is no such program */
  static async start(program: string | null, args: readonly string[], file: string): Promise<RunningFfmpeg> {
    if (program === null) throw new SourceError('VIDEO_DECODER_MISSING', MISSING)
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH } })
    try {
      await once(child, 'spawn')
    } catch {
      throw new SourceError('VIDEO_DECODER_MISSING', MISSING)
    }
    return new RunningFfmpeg(child, file)
  }

  /** Its output, piece by piece. @throws SourceFileError where it fails or makes no progress */
  async *output(signal: AbortSignal): AsyncGenerator<Buffer> {
    const stop = () => this.stop()
    signal.addEventListener('abort', stop, { once: true })
    let silence = setTimeout(stop, SILENCE_MS)
    const closed = once(this.#child, 'close')
    try {
      for await (const piece of this.#child.stdout ?? []) {
        clearTimeout(silence)
        yield piece
        silence = setTimeout(stop, SILENCE_MS)
      }
      const [code] = await Promise.race([closed, this.#failed])
      signal.throwIfAborted()
      if (code !== 0) throw this.#failure()
    } finally {
      clearTimeout(silence)
      signal.removeEventListener('abort', stop)
      this.stop()
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#child.kill('SIGKILL')
  }

  #failure(): SourceFileError {
    const said =
      this.#message
        .trim()
        .split('\n')
        .at(0)
        ?.replace(/^\[[^\]]*\] /, '') ?? ''
    const found = said || (this.#isStopped ? `no progress in ${SILENCE_MS / 1000} seconds` : 'no video')
    return new SourceFileError(
      { file: this.#file, type: 'VIDEO_DECODE_FAILED', expected: 'a video that ffmpeg reads', found },
      `${this.#file} cannot be read as a video: ${found}`,
    )
  }
}
