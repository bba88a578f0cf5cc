import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { encodeDocument } from '../../formats/document/documentFile.ts'
import { type EncodedDocument, encodeTracks } from '../../formats/document/encodedDocument.ts'
import { decodeLabels, encodeLabels } from '../../formats/document/labelsFile.ts'
import { fileOf, packDocument } from '../../formats/document/packedDocument.ts'
import { emptyDocument } from '../../model/document/document.ts'
import type { Edit, PutTrack } from '../../model/document/operations/documentOperation.ts'
import { labelRunsOf } from '../../model/document/operations/labelRuns.ts'
import { applyEdits } from '../../model/document/operations/operations.ts'
import type { Tag } from '../../model/tag.ts'
import { ThreadPool } from '../../threads/pool.ts'
import { DocumentWork, type documentJobs } from './documentWork.ts'
import type { ApiJobs } from './jobs.ts'

const pool = new ThreadPool<ApiJobs>({ registryUrl: new URL('./jobs.ts', import.meta.url), size: 1 })
after(() => pool.close())

/** What other threads did. */
let handedOver: string[] = []
beforeEach(() => {
  handedOver = []
})
const threads: Pick<ThreadPool<typeof documentJobs>, 'run'> = {
  run(name, order, options) {
    handedOver.push(name)
    return pool.run(name, order, options)
  },
}
const work = new DocumentWork(threads)

const track = (id: string, keyCount: number): Edit => ({
  type: 'putTrack',
  index: null,
  track: {
    id,
    entryId: null,
    classId: 'car',
    stationary: false,
    attributes: [],
    cuboid: null,
    views: [
      [
        '',
        {
          follows: false,
          attributes: [],
          keys: Array.from({ length: keyCount }, (_, frame) => ({
            kind: 'shape',
            frame,
            id: null,
            keyFrame: true,
            source: 'manual',
            hidden: false,
            linked: false,
            shape: { type: 'rectangle', left: 0.1, top: 0.2, right: 0.3 + frame / 10_000, bottom: 0.6 },
          })),
        },
      ],
    ],
  },
})

const FRAMES = 500
const SMALL = [track('a', 3), track('b', 3)]
const LARGE = Array.from({ length: 10 }, (_, index) => track(`t${index}`, FRAMES))
const empty = emptyDocument('video2d', FRAMES)

const fileWith = (operations: Edit[]) => Buffer.from(encodeDocument(applyEdits(empty, operations)))
const textOf = (document: EncodedDocument) => Buffer.concat(fileOf(packDocument(document))).toString('utf8')
const read = (file: Buffer | null, batches: string[] = []) =>
  work.read('p', { file, isZipped: false, batches, annotationType: 'video2d', frameCount: FRAMES, tagAttributes: [] })

test('small documents are read on the calling thread, large ones on another: with the same outcome', async () => {
  assert.equal(textOf(await read(fileWith(SMALL))), fileWith(SMALL).toString())
  assert.equal(textOf(await read(null, [JSON.stringify(SMALL)])), fileWith(SMALL).toString())
  assert.deepEqual(handedOver, [])
  assert.equal(textOf(await read(fileWith(LARGE))), fileWith(LARGE).toString())
  assert.equal(
    textOf(
      await read(
        null,
        LARGE.map((one) => JSON.stringify([one])),
      ),
    ),
    fileWith(LARGE).toString(),
  )
  assert.deepEqual(handedOver, ['readDocument', 'readDocument'])
})

test('a stroke over a large document is applied at once; what touches much of it, by another thread', async () => {
  const document = await read(fileWith(LARGE))
  handedOver = []
  const setClass = (trackId: string): Edit => ({ type: 'setClass', trackId, classId: 'tree' })
  const stroke = await work.apply('p', document, [setClass('t3')], 0)
  assert.deepEqual(handedOver, [])
  const expected = applyEdits(empty, [...LARGE, setClass('t3')])
  assert.equal(textOf(stroke.document), encodeDocument(expected))
  const everything = [setClass('gone'), ...LARGE.map((_, index) => setClass(`t${index}`))]
  const all = await work.apply('p', stroke.document, everything, 0)
  assert.deepEqual(handedOver, ['applyBatchBytes'])
  assert.deepEqual(all.refused, [{ index: 0, message: 'there is no track gone' }])
  assert.deepEqual(JSON.parse(Buffer.from(all.fitting as Uint8Array).toString()), everything.slice(1))
  assert.equal(textOf(all.document), encodeDocument(applyEdits(expected, everything.slice(1))))
})

test('many operations that move many tracks go to another thread, however few bytes they are', async () => {
  const many = Array.from({ length: 300 }, (_, index) => track(`m${index}`, 0))
  const document = await read(fileWith(many))
  const moved = many.map((one): Edit => ({ ...(one as PutTrack), index: 0 }))
  const { document: after } = await work.apply('p', document, moved, 0)
  assert.deepEqual(handedOver, ['applyBatchBytes'])
  assert.deepEqual([...after.tracks.keys()], [...document.tracks.keys()].reverse())
})

test('a large batch is read and checked by another thread, and told what is wrong with it as a small one is', async () => {
  const head = { batchId: '11111111-1111-4111-8111-111111111111', baseVersion: 4 }
  const bytesOf = (operations: unknown[]) => Buffer.from(JSON.stringify({ ...head, operations }))
  const small = await work.readBatch('p', bytesOf(SMALL))
  assert.deepEqual(handedOver, [])
  const large = await work.readBatch('p', bytesOf(LARGE))
  const { operations } = large as unknown as { operations: Uint8Array }
  assert.deepEqual(handedOver, ['readBatchBytes'])
  assert.deepEqual(JSON.parse(Buffer.from(operations).toString()), LARGE)
  const facts = { ...head, touchesLabels: false }
  assert.deepEqual(small, { head: { ...facts, operationCount: 2 }, operations: SMALL })
  assert.deepEqual(large, { head: { ...facts, operationCount: 10 }, operations })
  const wrong = { type: 'setClass', trackId: 7, classId: 'car' }
  for (const list of [SMALL, LARGE]) {
    const index = list.length
    const refused = await work.readBatch('p', bytesOf([...list, wrong]))
    const failures = 'failures' in refused ? refused.failures : []
    assert.deepEqual(
      failures.map(({ field, type }) => [field, type]),
      [[`operations[${index}].trackId`, 'INVALID_TYPE']],
    )
    const cutOff = await work.readBatch('p', bytesOf(list).subarray(0, -1))
    assert.match('message' in cutOff ? cutOff.message! : '', /not JSON/)
  }
})

test('labels of many points are read by another thread', async () => {
  const runs = (labelKey: number) => [{ type: 'setLabels', runs: labelRunsOf([1, 2], labelKey) }]
  const kept = (points: number) => ({
    file: encodeLabels(new Uint32Array(points)),
    isZipped: false,
    batches: [JSON.stringify(runs(3)), JSON.stringify(runs(5))],
    pointCount: points,
  })
  for (const points of [10, 1_000_000]) {
    const { file, counts } = await work.readStoredLabels('p', kept(points))
    assert.deepEqual([...decodeLabels(file).subarray(0, 4)], [0, 5, 5, 0])
    assert.deepEqual(
      [...counts],
      [
        [0, points - 2],
        [5, 2],
      ],
    )
  }
  assert.deepEqual(handedOver, ['readStoredLabels'])
})

const VIDEO = new TextEncoder().encode(
  '{"data":{"video_data":{"frames":[{"frame_id":"a","src":"https://files.example/1.png"}]}}}',
)

test('a large document is validated by another thread, with the findings of a small one', async () => {
  const tag: Tag = {
    name: 'v',
    annotationType: 'video2d',
    version: 1,
    review: null,
    instructions: null,
    attributes: [],
    classes: [],
  } as never
  for (const list of [SMALL, LARGE]) {
    const document = packDocument(encodeTracks(applyEdits(empty, list)))
    const { findings, annotations } = await work.validate('p', {
      document,
      labelCounts: null,
      tag,
      payload: VIDEO,
      keptSensors: null,
    })
    assert.equal(annotations, list.length * FRAMES)
    assert.deepEqual([...new Set(findings.map(({ code }) => code))], ['ARCHIVED_CLASS'])
    assert.equal(findings.length, list.length)
  }
  assert.deepEqual(handedOver, ['validateWork'])
})

test('work that another process saved is caught up with', async () => {
  const document = await read(fileWith(SMALL))
  const batches = [[track('c', 1)], [], LARGE.slice(0, 1)].map((list) => JSON.stringify(list))
  const after = await work.catchUp('p', document, batches)
  assert.deepEqual([...after.tracks.keys()], ['a', 'b', 'c', 't0'])
  assert.deepEqual(handedOver, [])
  assert.equal(
    (
      await work.catchUp(
        'p',
        after,
        LARGE.slice(1).map((one) => JSON.stringify([one])),
      )
    ).tracks.size,
    13,
  )
  assert.deepEqual(handedOver, ['applyBatchBytes'])
  await assert.rejects(work.catchUp('p', document, ['[{"type":"removeTrack","trackId":"z"}]']), /does not fit/)
})

test('the page of a job of many frames is read by another thread, like that of a small one', async () => {
  for (const length of [2, 20_000]) {
    const frames = Array.from({ length }, (_, n) => ({ frame_id: `${n}`, src: `https://files.example/${n}.png` }))
    const facts = { format: 'png', width: 8, height: 4, uprightWidth: 8, uprightHeight: 4, exifOrientation: 1 }
    const files = frames.map((_, n) => [
      `data.video_data.frames[${n}].src`,
      { sha256: `sha ${n}`, bytes: 9, facts, derived: { display_type: 'image/png' } },
    ])
    const json = await work.content('p', {
      payload: new TextEncoder().encode(JSON.stringify({ data: { video_data: { frames } } })),
      annotationType: 'video2d',
      keptSensors: null,
      pointCloudFrame: null,
      files: [JSON.stringify(files.slice(0, 1)), JSON.stringify(files.slice(1))],
      pyramids: new Map(),
    })
    const content = JSON.parse(new TextDecoder().decode(json))
    assert.equal(content.frames.length, length)
    assert.deepEqual(content.frames[1].image.file, 'sha 1')
  }
  assert.deepEqual(handedOver, ['contentJson'])
})
