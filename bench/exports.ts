/**
 * Exports: a COCO set of a million boxes, streamed to the disk, compared with the same set through datumaro if Python
 * has it, and a set of polygons. The rate is per core: of processor time, not of the clock.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { corners, tagClass } from '../src/formats/results/testJobs.ts'
import { writeShape } from '../src/formats/results/wireShapes.ts'
import { coco } from '../src/interchange/coco/manifest.ts'
import type { ExportSet } from '../src/interchange/core/exportSet.ts'
import { Losses } from '../src/interchange/core/losses.ts'
import { writeExport } from '../src/interchange/core/writeExport.ts'
import { DEFAULT_ARCHIVE_LIMITS, openArchive } from '../src/interchange/core/zipReader.ts'
import { type GivenJob, setOf, tagOf } from '../test/interchange/exportJob.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'

const IMAGES = 5_000
const OBJECTS_AN_IMAGE = 200
/** datumaro holds its set in memory: it gets a part of ours. */
const DATUMARO_IMAGES = 250
const ROUNDS = 5
const POLYGON_CORNERS = 12
const GOAL_OBJECTS_A_SECOND = 100_000
const GOAL_POLYGONS_A_SECOND = 50_000
const GOAL_MEMORY_MB = 1024
const GOAL_TIMES_DATUMARO = 10
const PYTHON = process.env.FIDUCIAL_PYTHON ?? 'python3'
const execute = promisify(execFile)

export async function run(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-bench-exports-'))
  try {
    await exportSet(setWith(DATUMARO_IMAGES), join(folder, 'warm.zip'), folder)
    const rate = await exportSet(setWith(IMAGES), join(folder, 'all.zip'), folder)
    const peakMb = process.resourceUsage().maxRSS / 1024
    await readSet(join(folder, 'all.zip'))
    const readPeakMb = process.resourceUsage().maxRSS / 1024
    const part = join(folder, 'part.zip')
    // A part takes a fraction of a second, so a single run would mostly show what else the machine does.
    const ownRates: number[] = []
    for (let round = 0; round < ROUNDS; round++) ownRates.push(await exportSet(setWith(DATUMARO_IMAGES), part, folder))
    const ownRate = ownRates.sort((a, b) => a - b)[(ROUNDS - 1) / 2]
    const polygonRates: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      polygonRates.push(await exportSet(setWith(DATUMARO_IMAGES, polygonsOf), join(folder, 'polygons.zip'), folder))
    const polygonRate = polygonRates.sort((a, b) => a - b)[(ROUNDS - 1) / 2]
    const theirRate = await throughDatumaro(part, join(folder, 'datumaro'))
    return [
      atLeast('coco export, a core', rate, 'objects/s', GOAL_OBJECTS_A_SECOND),
      atLeast(
        `coco export of polygons of ${POLYGON_CORNERS} corners, a core`,
        polygonRate,
        'objects/s',
        GOAL_POLYGONS_A_SECOND,
      ),
      atMost('peak memory of a million objects', peakMb, 'MB', GOAL_MEMORY_MB),
      atMost('peak memory, read again', readPeakMb, 'MB', GOAL_MEMORY_MB),
      ...(theirRate === null
        ? [{ name: 'coco export / datumaro: not installed', value: 0, unit: '×', goal: null, holds: null }]
        : [atLeast('coco export / datumaro', ownRate / theirRate, '×', GOAL_TIMES_DATUMARO)]),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const SIZE = { widthPx: 1920, heightPx: 1080 }
const TAG = tagOf('image2d', { classes: [tagClass('car'), tagClass('person')] })

type Records = Readonly<Record<string, readonly object[]>>

/** Images are made as they are asked for, as the service reads them. */
function setWith(images: number, recordsOf = boxesOf): ExportSet {
  return {
    ...setOf({ tag: TAG, jobs: [] }),
    async *jobs() {
      for (let i = 0; i < images; i++) yield* setOf({ tag: TAG, jobs: [imageJob(i, recordsOf(i))] }).jobs()
    },
  }
}

function boxesOf(index: number): Records {
  const rectangles = Array.from({ length: OBJECTS_AN_IMAGE }, (_, i) => {
    const { x: left, y: top } = placeOf(index, i)
    return { ...recordHead(i), type: 'rectangle', coordinates: corners(left, top, left + 0.05, top + 0.1) }
  })
  return { rectangles }
}

function polygonsOf(index: number): Records {
  const polygons = Array.from({ length: OBJECTS_AN_IMAGE }, (_, i) => {
    const { x: left, y: top } = placeOf(index, i)
    const ring = Array.from({ length: POLYGON_CORNERS }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / POLYGON_CORNERS
      return { x: left + 0.05 * (1 + Math.cos(angle)), y: top + 0.05 * (1 + Math.sin(angle)) }
    })
    return { ...recordHead(i), type: 'polygon', ...writeShape({ type: 'polygon', rings: [ring] }, SIZE) }
  })
  return { polygons }
}

const placeOf = (image: number, i: number) => ({
  x: ((i * 37 + image) % 1700) / SIZE.widthPx,
  y: ((i * 53 + image) % 900) / SIZE.heightPx,
})

function recordHead(i: number) {
  const label = i % 3 === 0 ? 'person' : 'car'
  return { _id: `record-${i}`, label, class_id: `class-${label}`, attributes: {}, source: 'manual' }
}

function imageJob(index: number, records: Records): GivenJob {
  const reference = `image/${String(index).padStart(6, '0')}`
  const file = { sensorId: '', kind: 'image' as const, mediaType: 'image/jpeg', size: SIZE, commonFromSensor: null }
  return {
    referenceId: reference,
    data: {
      image_url: `https://data.example/${reference}.jpg`,
      image: { width: SIZE.widthPx, height: SIZE.heightPx, exif_orientation: 1 },
      annotations: { rectangles: [], polygons: [], lines: [], cuboids: [], landmarks: [], ...records },
    },
    frames: [
      {
        frameId: '',
        timestampNs: null,
        worldFromEgo: null,
        files: [{ ...file, url: `https://data.example/${reference}.jpg`, open: async () => null }],
      },
    ],
  }
}

/** Objects a second of processor time, without the making of the jobs. */
async function exportSet(set: ExportSet, path: string, folder: string): Promise<number> {
  let jobs = 0
  const making = await processorUs(async () => {
    for await (const _ of set.jobs()) jobs++
  })
  const all = await processorUs(async () => {
    await writeExport(coco, set, new Losses(coco.losses), { path, folder })
  })
  return (jobs * OBJECTS_AN_IMAGE * 1e6) / (all - making)
}

/** As an import reads it: every record is built, and let go. */
async function readSet(path: string): Promise<void> {
  const archive = await openArchive(path, DEFAULT_ARCHIVE_LIMITS)
  const file = { sensorId: '', url: '', size: SIZE, pointCount: null, commonFromSensor: null }
  const target = { frames: [{ frameId: '', worldFromEgo: null, files: [file] }], sensors: [], pointCloudFrame: null }
  for await (const part of coco.read?.(archive, { tag: TAG, options: {}, fail: refuse }) ?? [])
    await part.build(target, (label) => label)
  archive.close()
}

function refuse(failure: object): never {
  throw new Error(JSON.stringify(failure))
}

/** Microseconds on all cores. */
async function processorUs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const SCRIPT = `import sys, time
from datumaro.components.dataset import Dataset
start = time.process_time()
Dataset.import_from(sys.argv[1], 'coco_instances').export(sys.argv[2], 'coco_instances')
print(time.process_time() - start)`

/** Objects a second of datumaro reading and writing the set; null where it is not installed. */
async function throughDatumaro(archive: string, folder: string): Promise<number | null> {
  // datumaro expects the folder of images even without any.
  await mkdir(join(folder, 'images'), { recursive: true })
  const sent = await openArchive(archive, DEFAULT_ARCHIVE_LIMITS)
  for (const name of sent.names.filter((one) => one.startsWith('annotations/'))) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), await sent.read(name))
  }
  sent.close()
  try {
    const { stdout } = await execute(PYTHON, ['-c', SCRIPT, folder, `${folder}-out`], { maxBuffer: 2 ** 26 })
    return (DATUMARO_IMAGES * OBJECTS_AN_IMAGE) / Number(stdout.trim().split('\n').at(-1))
  } catch {
    return null
  }
}
