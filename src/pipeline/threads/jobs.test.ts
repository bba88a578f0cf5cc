import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ThreadPool } from '../../threads/pool.ts'
import { DecodeError, reviveDecodeError } from '../decode/DecodeError.ts'
import { blankPng, noise } from '../decode/testImages.ts'
import type { PipelineJobs } from './jobs.ts'

let dir = ''
let pool: ThreadPool<PipelineJobs>
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fiducial-jobs-'))
  pool = new ThreadPool<PipelineJobs>({
    registryUrl: new URL('./jobs.ts', import.meta.url),
    size: 2,
    revive: reviveDecodeError,
  })
})
after(async () => {
  await pool.close()
  await rm(dir, { recursive: true })
})

const RUN = { lane: 'project', timeLimitMs: 60_000 }

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, content)
  return path
}

test('an image is checked and prepared on a thread', async () => {
  const path = await file('a.tiff', await noise(40, 30).withMetadata({ orientation: 6 }).tiff().toBuffer())
  const checked = await pool.run('checkImage', { source: path, calibrated: true }, RUN)
  assert.deepEqual([checked.uprightWidth, checked.exifOrientation], [40, 6])
  const { image, prepared } = await pool.run('prepareImage', { source: path, outDir: dir }, RUN)
  assert.deepEqual([image.uprightWidth, prepared.kind], [30, 'encoded'])
})

test('huge images take their turn and are still checked', async () => {
  const path = await file('huge.png', await blankPng({ width: 9000, height: 6000, bits: 1 }))
  const checked = await Promise.all(
    [1, 2, 3].map((lane) => pool.run('checkImage', { source: path }, { ...RUN, lane: `${lane}` })),
  )
  assert.deepEqual(
    checked.map(({ width }) => width),
    [9000, 9000, 9000],
  )
})

test('a decoder that takes more memory or processor time than it may is ended, whatever the header promised', async () => {
  const path = await file('hungry.png', await blankPng({ width: 9000, height: 6000, bits: 8 }))
  const started = performance.now()
  await assert.rejects(pool.run('checkImage', { source: path, maxDecodeBytes: 65_536 }, RUN), (error) => {
    assert.ok(error instanceof DecodeError, String(error))
    assert.equal(error.type, 'FILE_TOO_LARGE')
    assert.match(error.message, /more memory to decode/)
    assert.ok(error.cost > 0)
    return true
  })
  await assert.rejects(pool.run('prepareImage', { source: path, outDir: dir, timeLimitSeconds: 0.01 }, RUN), {
    type: 'FILE_TOO_LARGE',
    message: /more than 0.01 s to decode/,
  })
  assert.ok(performance.now() - started < 20_000)
  assert.equal((await pool.run('checkImage', { source: path }, RUN)).width, 9000)
})

test('an image that is slow only by the clock, on a busy machine, is decoded again with a limit of processor time', async () => {
  const path = await file('slow.png', await blankPng({ width: 6000, height: 6000, bits: 8 }))
  const checked = await pool.run('checkImage', { source: path, timeLimitSeconds: 1 }, RUN)
  assert.equal(checked.width, 6000)
})

/** Empty where the thread or process has ended meanwhile. */
const readIfThere = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Processes that decode images for this one. */
const decoders = (): string[] =>
  readdirSync('/proc/self/task').flatMap((task) =>
    readIfThere(`/proc/self/task/${task}/children`)
      .split(' ')
      .filter((pid) => pid && readIfThere(`/proc/${pid}/cmdline`).includes('decodeProcess')),
  )

test('a heavy image that is given up leaves no process behind', { skip: process.platform !== 'linux' }, async () => {
  const path = await file('given up.png', await blankPng({ width: 16_000, height: 15_000, bits: 8 }))
  const abort = new AbortController()
  const running = pool.run('checkImage', { source: path }, { ...RUN, signal: abort.signal })
  await until(() => decoders().length === 1)
  abort.abort()
  await assert.rejects(running, { reason: 'ABORTED' })
  await until(() => decoders().length === 0)
})

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!isSo()) {
    assert.ok(Date.now() < deadline, 'not within 10 s')
    await sleep(20)
  }
}

test('a refused file arrives as the error it was', async () => {
  const path = await file('a.html', '<html></html>')
  await assert.rejects(pool.run('checkImage', { source: path }, RUN), (error) => {
    assert.ok(error instanceof DecodeError)
    assert.equal(error.type, 'IMAGE_DECODE_FAILED')
    return true
  })
  await assert.rejects(pool.run('readCloud', { path, layout: null }, RUN), { type: 'INVALID_POINT_CLOUD' })
})

test('a missing file is not reported as a fault of its content', async () => {
  await assert.rejects(pool.run('checkImage', { source: join(dir, 'gone') }, RUN), (error: Error) => {
    assert.ok(!(error instanceof DecodeError))
    assert.match(error.message, /ENOENT/)
    return true
  })
})

test('a cloud is summed up and written for the browser, relative to an origin it names', async () => {
  const lines = [
    'VERSION .7',
    'FIELDS x y z',
    'SIZE 4 4 4',
    'TYPE F F F',
    'COUNT 1 1 1',
    'WIDTH 2',
    'HEIGHT 1',
    'VIEWPOINT 0 0 0 1 0 0 0',
    'POINTS 2',
    'DATA ascii',
    '101 2 3',
    '103 4 5',
    '',
  ]
  const path = await file('a.pcd', lines.join('\n'))
  const made = { chunksPath: join(dir, 'a.points'), pcdPath: join(dir, 'a.made') }
  const summary = await pool.run('readCloud', { path, layout: null, made }, RUN)
  assert.deepEqual([summary.pointCount, summary.medianM], [2, [102, 3, 4]])
  const bytes = await readFile(made.chunksPath)
  const originX = bytes.readDoubleLE(16)
  assert.deepEqual([originX + bytes.readFloatLE(80), originX + bytes.readFloatLE(92)], [101, 103])
})
