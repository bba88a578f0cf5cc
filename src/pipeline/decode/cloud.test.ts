import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openCloud, summarizeCloud } from './cloud.ts'
import { withoutNoReturns } from './noReturns.ts'

let dir = ''
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fiducial-cloud-'))
})
after(() => rm(dir, { recursive: true }))

const header = (points: number) => `# .PCD v0.7
VERSION 0.7
FIELDS x y z
SIZE 4 4 4
TYPE F F F
COUNT 1 1 1
WIDTH ${points}
HEIGHT 1
VIEWPOINT 0 0 0 1 0 0 0
POINTS ${points}
DATA ascii
`

async function pcd(text: string): Promise<string> {
  const path = join(dir, 'cloud.pcd')
  await writeFile(path, text)
  return path
}

const cloudOf = async (path: string) => (await openCloud(path)).cloud

test('a summary tells counts, bounds and the component-wise median of the finite points', async () => {
  const rows = ['1 10 -1', 'nan 500 500', '3 30 -3', '2 20 -2', '9 90 -9']
  const cloud = await cloudOf(await pcd(`${header(5)}${rows.join('\n')}\n`))
  assert.deepEqual(summarizeCloud(cloud), {
    pointCount: 5,
    finiteCount: 4,
    bounds: { min: [1, 10, -9], max: [9, 90, -1] },
    medianM: [2.5, 25, -2.5],
    isAscii: true,
    precision: 'f32',
    hasIntensity: false,
    hasRgb: false,
  })
})

test('numbers that need 64 bits keep them', async () => {
  const { precision, medianM } = summarizeCloud(await cloudOf(await pcd(`${header(1)}12345678.123 1 2\n`)))
  assert.deepEqual([precision, medianM], ['f64', [12345678.123, 1, 2]])
})

test('points at 0 0 0 are not returns: counts, bounds and median leave them out, the others keep their places', async () => {
  const rows = ['0 0 0', '500000 4 10', '-0 0 0', '500002 6 12']
  const cloud = withoutNoReturns(await cloudOf(await pcd(`${header(4)}${rows.join('\n')}\n`)))
  assert.deepEqual([...cloud.positions], [NaN, NaN, NaN, 500000, 4, 10, NaN, NaN, NaN, 500002, 6, 12])
  const { pointCount, finiteCount, bounds, medianM } = summarizeCloud(cloud)
  assert.deepEqual([pointCount, finiteCount, medianM], [4, 2, [500001, 5, 11]])
  assert.deepEqual(bounds, { min: [500000, 4, 10], max: [500002, 6, 12] })
})

test('a single point at 0 0 0 may have been measured, and of no returns alone nothing is left', async () => {
  const one = withoutNoReturns(await cloudOf(await pcd(`${header(2)}0 0 0\n1 2 3\n`)))
  assert.deepEqual([one.finiteCount, ...one.positions], [2, 0, 0, 0, 1, 2, 3])
  const none = summarizeCloud(withoutNoReturns(await cloudOf(await pcd(`${header(2)}0 0 0\n0 0 0\n`))))
  assert.deepEqual([none.finiteCount, none.bounds, none.medianM], [0, null, null])
})

test('a cloud without a finite point has no bounds and no median', async () => {
  const summary = summarizeCloud(await cloudOf(await pcd(`${header(1)}nan nan nan\n`)))
  assert.deepEqual([summary.finiteCount, summary.bounds, summary.medianM], [0, null, null])
})

test('a broken cloud is refused with the lines of its faults', async () => {
  const path = await pcd(`${header(3)}1 2 3\n1 2\n1 2 x\n`)
  await assert.rejects(openCloud(path), (error: Error & { type?: string }) => {
    assert.equal(error.type, 'INVALID_POINT_CLOUD')
    assert.match(error.message, /line 13.*line 14/s)
    return true
  })
})

test('a file that is not a point cloud is refused, and its kind is named', async () => {
  await assert.rejects(openCloud(await pcd('<!DOCTYPE html><title>Sign in</title>')), { type: 'INVALID_POINT_CLOUD' })
})

test('too many bytes or points are too large', async () => {
  const path = await pcd(`${header(3)}1 2 3\n4 5 6\n7 8 9\n`)
  await assert.rejects(openCloud(path, { maxBytes: 100 }), { type: 'FILE_TOO_LARGE' })
  await assert.rejects(openCloud(path, { maxPoints: 2 }), { type: 'FILE_TOO_LARGE' })
})
