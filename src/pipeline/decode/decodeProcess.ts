/** The process that looks at one heavy image for `decodeIsolated`. It ends with its parent, and by itself at a limit. */
import { readFileSync, writeFileSync } from 'node:fs'
import { MAX_DECODE_BYTES, MAX_DECODE_SECONDS, MAX_IMAGE_PIXELS } from '../../model/limits.ts'
import { endWithParent } from '../../threads/parentWatch.ts'
import { DecodeError } from './DecodeError.ts'
import { type CheckedImage, checkImage, decodeSeconds, type ImageLimits, tooSlow } from './image.ts'
import { type CheckedAndPrepared, prepareImage } from './prepareImage.ts'

export interface Verdicts {
  checkImage: CheckedImage
  prepareImage: CheckedAndPrepared
}

export interface DecodeProcessRequest {
  name: keyof Verdicts
  source: string | Uint8Array
  /** The folder for the files that browsers show. */
  outDir: string
  limits: Omit<ImageLimits, 'admit' | 'decoded' | 'outOfTime'>
}

export type DecodeProcessReply<Verdict> =
  | { verdict: Verdict }
  | { error: { name: string; type: string | null; message: string; cost: number } }

const WATCH_EVERY_MS = 25
/** Processor seconds for cutting the largest picture into tiles. */
const PREPARE_SECONDS = 300

/** Memory that is not backed by a file: what a decoder allocates. The system can drop mapped files. */
function anonymousBytes(): number {
  if (process.platform !== 'linux') return process.memoryUsage.rss()
  const kib = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]
  return kib === undefined ? process.memoryUsage.rss() : Number(kib) * 1024
}

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function reply(message: DecodeProcessReply<Verdicts[keyof Verdicts]>): void {
  process.send?.(message, () => process.exit(0))
}

function refuse(error: unknown): void {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  const { type, cost } = error instanceof DecodeError ? error : { type: null, cost: 0 }
  reply({ error: { name, message, type, cost } })
}

/** How many pixels it was is not known here: as many as are allowed. */
const tooMuchMemory = () =>
  new DecodeError('FILE_TOO_LARGE', 'The image takes more memory to decode than is allowed.', MAX_IMAGE_PIXELS)

/**
 * Watches limits on this thread, which is free since decoding is native code on other threads. It measures processor
 * time, so that a busy machine does not fail a file.
 */
function watch({ maxDecodeBytes = MAX_DECODE_BYTES, timeLimitSeconds }: ImageLimits) {
  const bytesBefore = anonymousBytes()
  const phase = { began: cpuSeconds(), seconds: timeLimitSeconds ?? MAX_DECODE_SECONDS }
  const excess = (): DecodeError | null => {
    if (anonymousBytes() - bytesBefore > maxDecodeBytes * 1.1) return tooMuchMemory()
    return cpuSeconds() - phase.began > phase.seconds ? tooSlow(phase.seconds, MAX_IMAGE_PIXELS) : null
  }
  const look = () => {
    const found = excess()
    if (found) refuse(found)
  }
  setInterval(look, WATCH_EVERY_MS)
  return {
    excess,
    admit(pixels: number) {
      phase.seconds = timeLimitSeconds ?? decodeSeconds(pixels)
    },
    decoded() {
      look()
      Object.assign(phase, { began: cpuSeconds(), seconds: PREPARE_SECONDS })
    },
  }
}

/** Where memory runs out, the system is to end this process, not the service. Other systems than Linux decide alone. */
function preferForOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // The file is missing or not permitted: only this preference is lost.
  }
}

preferForOomKill()
endWithParent()
process.once('disconnect', () => process.exit(0))
process.once('message', ({ name, source, outDir, limits }: DecodeProcessRequest) => {
  const { excess, admit, decoded } = watch(limits)
  const watched = { ...limits, timeLimitSeconds: 0, admit, decoded }
  const work = name === 'checkImage' ? checkImage(source, watched) : prepareImage(source, outDir, watched)
  // A quick machine may be done between two looks.
  work.then((verdict) => {
    const found = excess()
    if (found) refuse(found)
    else reply({ verdict })
  }, refuse)
})
