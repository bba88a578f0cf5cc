import { SourceFileError } from '../layout.ts'
import { inputOptions, RunningFfmpeg } from './ffmpeg.ts'

/** A day at 100 frames a second. */
const MAX_FRAMES = 8_640_000
const MAX_LINE_BYTES = 64 * 1024
const NS_PER_S = 1_000_000_000n

/**
 * The times of all frames of a video, in nanoseconds from the first, in the order in which they are shown. Read from the
 * packets of the file, without decoding them, so that a variable rate is kept.
 * @throws SourceFileError, SourceError VIDEO_DECODER_MISSING
 */
export async function videoTimesNs(
  ffmpeg: string | null,
  video: { path: string; file: string },
  signal: AbortSignal,
): Promise<bigint[]> {
  const args = [...inputOptions(video.path), '-c', 'copy', '-copyts', '-f', 'framecrc', 'pipe:1']
  const running = await RunningFfmpeg.start(ffmpeg, args, video.file)
  let timeBase: [bigint, bigint] = [1n, 1000n]
  const ticks: bigint[] = []
  for await (const line of linesOf(running.output(signal))) {
    const base = /^#tb 0: (\d+)\/(\d+)/.exec(line)
    if (base) timeBase = [BigInt(base[1]), BigInt(base[2])]
    const [stream, dts, pts] = line.split(',').map((cell) => cell.trim())
    if (stream !== '0') continue
    const tick = [pts, dts].find((text) => /^-?\d{1,18}$/.test(text ?? ''))
    if (tick !== undefined) ticks.push(BigInt(tick))
    if (ticks.length > MAX_FRAMES) throw tooLong(video.file)
  }
  if (ticks.length === 0) throw noFrames(video.file)
  ticks.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const [numerator, denominator] = timeBase
  return ticks.map((tick) => ((tick - ticks[0]) * numerator * NS_PER_S) / denominator)
}

async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece.toString('latin1')).split('\n')
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_BYTES)
    yield* lines
  }
  if (rest !== '') yield rest
}

const noFrames = (file: string) =>
  new SourceFileError({ file, type: 'VIDEO_DECODE_FAILED', expected: 'frames', found: 'none' }, `${file} has no frames`)

const tooLong = (file: string) =>
  new SourceFileError(
    { file, type: 'FILE_TOO_LARGE', expected: `at most ${MAX_FRAMES} frames` },
    `${file} has more than ${MAX_FRAMES} frames`,
  )
