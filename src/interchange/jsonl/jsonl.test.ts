import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { IMAGE_TAG, imageData, imageJobs } from '../../../test/interchange/hardImages.ts'
import { hardScenes, LINKED_TAG } from '../../../test/interchange/hardScenes.ts'
import { readByPython } from '../../../test/interchange/python.ts'
import { assertRoundTrip, exported, textOf } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { jsonl } from './manifest.ts'

const PRE_ANNOTATED = 'pre_annotation'

test('jsonl: an export that is imported and exported again is the same, ids and attributes too', async () => {
  await fc.assert(
    fc.asyncProperty(hardScenes({ isLinked: true }), (job) =>
      assertRoundTrip(jsonl, { tag: LINKED_TAG, jobs: [job, { ...job, referenceId: 'drive/2' }] }),
    ),
    { numRuns: 8 },
  )
  await fc.assert(
    fc.asyncProperty(imageJobs, (jobs) =>
      // Labels that were imported say where they come from.
      assertRoundTrip(jsonl, { tag: IMAGE_TAG, jobs: jobs.map((job) => ({ ...job, data: fromMachine(job.data) })) }),
    ),
    { numRuns: 12 },
  )
})

const fromMachine = (data: object): object =>
  JSON.parse(JSON.stringify(data, (key, value) => (key === 'source' ? PRE_ANNOTATED : value)))

/** Of many boxes on whole pixels, and one at the end that is not. */
function wholeBoxes() {
  const [job] = fc.sample(
    imageJobs.filter((jobs) => jobs.length > 0),
    { numRuns: 1, seed: 3 },
  )[0]
  const size = { widthPx: 100, heightPx: 100 }
  const box = (right: number) => ({ type: 'rectangle' as const, left: 0, top: 0, right, bottom: 0.5 })
  const boxes = [...Array.from({ length: 25_000 }, () => box(0.5)), box(0.333)]
  const more = boxes.map(() => ({ label: 'car', class_id: 'class-car', attributes: {} }))
  return {
    ...job,
    data: imageData(size, boxes, more),
    frames: job.frames.map((frame) => ({ ...frame, files: frame.files.map((file) => ({ ...file, size })) })),
  }
}

test('jsonl: a column with whole numbers in its first rows is still one of floats, for polars and DuckDB too', async (t) => {
  const out = await exported(jsonl, setOf({ tag: IMAGE_TAG, jobs: [wholeBoxes()] }))
  const [first] = textOf(out, 'records.jsonl').split('\n')
  assert.match(first, /"x1":0\.0,"y1":0\.0,"x2":50\.0,"y2":50\.0,"image_width":100,/)
  const script = (read: string) => `import json
${read}
print(json.dumps({'rows': len(values), 'last': values[-1]}))`
  const readers = {
    polars: "import polars as pl\nvalues = pl.read_ndjson('records.jsonl')['x2'].to_list()",
    duckdb:
      'import duckdb\nvalues = [row[0] for row in duckdb.sql("select x2 from read_json_auto(\'records.jsonl\')").fetchall()]',
  }
  for (const [name, read] of Object.entries(readers)) {
    const found = await readByPython<{ rows: number; last: number }>(t, [name], out, script(read))
    if (found) assert.deepEqual(found, { rows: 25_001, last: 33.3 })
  }
})
