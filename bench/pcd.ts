/**
 * Point clouds: our reader against three's and PCL's on the same ASCII file of a million points, its memory, and the
 * writer of labelled results. Goals are ratios to other programs on the same machine, so that they apply on any.
 */
import { execFile } from 'node:child_process'
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PCDLoader } from 'three/examples/jsm/loaders/PCDLoader.js'
import { writeLabelledPcd } from '../src/pcd/labelledPcd.ts'
import { DEFAULT_PCD_LIMITS } from '../src/pcd/pcdLimits.ts'
import { readPcd } from '../src/pcd/pcdReader.ts'
import { writePcd } from '../src/pcd/pcdWriter.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'
import { median } from './support/median.ts'

const POINTS = 1_000_000
const ROUNDS = 7
const MEMORY_CHILD = '--memory-of'
const PCL = 'pcl_convert_pcd_ascii_binary'
const execute = promisify(execFile)

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-bench-pcd-'))
  try {
    const path = join(folder, 'ascii.pcd')
    const positions = lidarLike(POINTS)
    const bytes = writePcd({ positions }, 'ascii')
    writeFileSync(path, bytes)
    return [
      await againstThree(bytes, positions),
      ...(await againstPcl(path, join(folder, 'pcl.pcd'), join(folder, 'ours.pcd'))),
      await peakMemory(path),
      await labelledWriter(bytes),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The same points for the same seed: three coordinates of a scene of 100 m, float32, as a lidar driver prints them. */
function lidarLike(count: number): Float32Array {
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return Float32Array.from({ length: count * 3 }, (_, at) => (at % 3 === 2 ? random() * 8 - 2 : random() * 200 - 100))
}

async function againstThree(bytes: Uint8Array, positions: Float32Array): Promise<BenchResult> {
  const whole = bytes.slice().buffer
  const ours = () => readPcd(inChunks(bytes), DEFAULT_PCD_LIMITS)
  const cloud = await ours()
  if (!sameBits(cloud.positions, positions)) throw new Error('what was read is not what was written')
  const [oursMs, threeMs] = await medianMs([ours, async () => new PCDLoader().parse(whole)])
  const name = `PCD, 1 M points as text: our reader (${oursMs.toFixed(0)} ms) to three's PCDLoader (${threeMs.toFixed(0)} ms)`
  return atLeast(name, threeMs / oursMs, '× faster', 4)
}

/** Both read the ASCII file and write it as binary; PCL's time is that of its whole program. */
async function againstPcl(path: string, pclPath: string, oursPath: string): Promise<BenchResult[]> {
  const pcl = () => execute(PCL, [path, pclPath, '1'])
  try {
    await pcl()
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error
    return [{ name: `PCD against PCL: skipped, ${PCL} is not installed`, value: 0, unit: '', goal: null, holds: null }]
  }
  const ours = async () => {
    const { positions } = await readPcd(createReadStream(path, { highWaterMark: 1 << 20 }), DEFAULT_PCD_LIMITS)
    writeFileSync(oursPath, writePcd({ positions }, 'binary'))
  }
  const [oursMs, pclMs] = await medianMs([ours, pcl])
  const theirs = Float32Array.from((await readPcd(await readFile(pclPath), DEFAULT_PCD_LIMITS)).positions)
  const mine = Float32Array.from((await readPcd(await readFile(oursPath), DEFAULT_PCD_LIMITS)).positions)
  const differing = theirs.reduce((sum, value, at) => sum + (Object.is(value, mine[at]) ? 0 : 1), 0)
  const name = `PCD, 1 M points from text to binary: ours (${oursMs.toFixed(0)} ms) to PCL's program (${pclMs.toFixed(0)} ms)`
  return [
    atLeast(name, pclMs / oursMs, '× faster', 4),
    atMost('PCD: coordinates that differ from PCL’s in any bit', differing, 'of 3 M', 0),
  ]
}

/** Median of several processes: now and then one keeps a compiler's memory that the others have released. */
async function peakMemory(path: string): Promise<BenchResult> {
  const peaks: number[] = []
  let output = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { stdout } = await execute(process.execPath, [import.meta.filename, MEMORY_CHILD, path])
    const child = JSON.parse(stdout) as { peak: number; output: number }
    peaks.push(child.peak)
    output = child.output
  }
  const peak = median(peaks)
  const name = `PCD, 1 M points from a stream: peak memory (${(peak / 1e6).toFixed(0)} MB) to the positions that come out`
  return atMost(name, peak / output, '×', 3)
}

/** In a separate process: the peak growth of the resident set. */
async function measureMemory(path: string): Promise<void> {
  const before = process.memoryUsage.rss()
  const { positions } = await readPcd(reusingOneBuffer(path), DEFAULT_PCD_LIMITS)
  process.stdout.write(JSON.stringify({ peak: peakRss() - before, output: positions.byteLength }))
}

/** Linux hands a parent's peak down to `maxRSS` of its children; the peak of the address space itself is ours alone. */
function peakRss(): number {
  const status = '/proc/self/status'
  const kib = existsSync(status) ? /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined
  return Number(kib ?? process.resourceUsage().maxRSS) * 1024
}

async function* reusingOneBuffer(path: string): AsyncGenerator<Uint8Array> {
  const file = openSync(path, 'r')
  const buffer = new Uint8Array(64 * 1024)
  try {
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer))
      yield buffer.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

async function labelledWriter(bytes: Uint8Array): Promise<BenchResult> {
  const labels = Uint32Array.from({ length: POINTS }, (_, index) => index % 37)
  const write = async () => {
    for await (const part of writeLabelledPcd(inChunks(bytes), labels, DEFAULT_PCD_LIMITS)) void part
  }
  const [ms] = await medianMs([write])
  return atLeast('PCD, labels put behind 1 M points of text', bytes.length / 1000 / ms, 'MB/s read', 100)
}

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65536) yield bytes.subarray(at, at + 65536)
}

/**
 * Median milliseconds of each, measured in turn so that a busy moment of the machine affects all; the first round warms
 * up. Under --expose-gc, none pays for the garbage of the previous one.
 */
async function medianMs(works: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [place, work] of works.entries()) {
      globalThis.gc?.()
      const start = performance.now()
      await work()
      if (round > 0) times[place].push(performance.now() - start)
    }
  }
  return times.map(median)
}

function sameBits(a: Float32Array | Float64Array, b: Float32Array): boolean {
  return a instanceof Float32Array && Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer))
}

if (import.meta.main) {
  const child = process.argv.indexOf(MEMORY_CHILD)
  if (child > 0) await measureMemory(process.argv[child + 1])
  else process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
}
