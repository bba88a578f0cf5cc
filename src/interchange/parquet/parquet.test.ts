import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parquetReadObjects } from 'hyparquet'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { hardScenes, LINKED_TAG } from '../../../test/interchange/hardScenes.ts'
import { readByPython } from '../../../test/interchange/python.ts'
import { exported, textOf, type UnpackedExport } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { jsonl } from '../jsonl/manifest.ts'
import { parquet } from './manifest.ts'

const rowsOf = (out: UnpackedExport): Record<string, unknown>[] =>
  textOf(out, 'records.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const NAME = 'records.parquet'

async function assertSameRows(set: Parameters<typeof setOf>[0]): Promise<void> {
  const [lines, columns] = [await exported(jsonl, setOf(set)), await exported(parquet, setOf(set))]
  const bytes = columns.entries.get(NAME)
  assert.ok(bytes)
  const file = new Uint8Array(bytes).buffer
  assert.deepEqual(await parquetReadObjects({ file }), rowsOf(lines))
  assert.deepEqual(columns.losses, [])
}

test('parquet: it has the rows of jsonl, value for value', async () => {
  await fc.assert(
    fc.asyncProperty(imageJobs, (jobs) => assertSameRows({ tag: IMAGE_TAG, jobs })),
    { numRuns: 15 },
  )
  await fc.assert(
    fc.asyncProperty(hardScenes({ isLinked: true }), (job) => assertSameRows({ tag: LINKED_TAG, jobs: [job] })),
    { numRuns: 15 },
  )
})

test('parquet: pandas reads every row with its type, also from several row groups and from none', async (t) => {
  const [job] = fc.sample(hardScenes({ isLinked: true }), { numRuns: 1, seed: 4 })
  const annotations = Array.from({ length: 25_000 }, (_, index) => ({
    ...bare,
    _id: `r${index}`,
    track_id: `t${index}`,
    frame_id: job.frames[0].frameId,
  }))
  const big = { ...job, data: { annotation_data: { tracks: [], annotations }, sensor_data: { frames: [] } } }
  for (const jobs of [[big], []]) {
    const out = await exported(parquet, setOf({ tag: LINKED_TAG, jobs }))
    const read = await readByPython<{ rows: number; types: Record<string, string>; last: string | null }>(
      t,
      ['pandas', 'pyarrow'],
      out,
      `import json, pandas as pd
frame = pd.read_parquet('${NAME}')
print(json.dumps({'rows': len(frame), 'types': {n: str(t) for n, t in frame.dtypes.items()},
  'last': None if frame.empty else frame.record_id.iloc[-1]}))`,
    )
    if (!read) return
    assert.equal(read.rows, jobs.length === 0 ? 0 : 25_000)
    assert.equal(read.types.x, 'float64')
    assert.equal(read.last, jobs.length === 0 ? null : 'r24999')
  }
})

const bare = {
  type: 'cuboid',
  sensor_id: 'lidar',
  label: 'car',
  class_id: 'class-car',
  color: 'rgb(1, 2, 3)',
  key_frame: true,
  source: 'manual',
  position: { x: 1, y: 2, z: 3 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 4, width: 2, height: 1 },
  point_count: 3,
  attributes: {},
}
