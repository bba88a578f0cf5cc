import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PcdError } from './pcdError.ts'
import { DEFAULT_PCD_LIMITS } from './pcdLimits.ts'
import { readPcd } from './pcdReader.ts'
import { inChunks } from './pcdSamples.ts'

interface Expected {
  verdict: string
  points?: number
  finite?: number | null
}

const root = process.env.FIDUCIAL_FIXTURES ?? join(import.meta.dirname, '../../../../shared/fixtures')
const manifestPath = join(root, 'MANIFEST.json')
const skip = existsSync(manifestPath) ? false : 'the fixtures are not here'
const manifest: Record<string, { expected?: Expected }> = skip ? {} : JSON.parse(readFileSync(manifestPath, 'utf8'))

/**
 * The manifest tells what the specification's section 2.10 takes. The service takes more (binary, older versions, other
 * fields), so of what the manifest calls outside 2.10 only these are refused, each for a rule of the service.
 */
const REFUSED_OUTSIDE = new Map<string, RegExp>([
  ['pcd/pcd-rs/test_v05_no_viewpoint.pcd', /FIELDS has no y/],
  ['pcd/pcd-rs/mixed_types_compressed.pcd', /FIELDS has no z/],
  ['pcd/pcd-rs/test_v06_mixed_types.pcd', /FIELDS has no x/],
  ['pcd/pcd-rs/empty_compressed.pcd', /0 points/],
  ['pcd/pcd-rs/empty_compressed_debug.pcd', /0 points/],
  ['pcd/pypcd4/ascii_with_empty_points.pcd', /0 points/],
  ['pcd/pcd-rs/test_unsupported_version.pcd', /VERSION/],
  ['pcd/pdal/utm17_comma.pcd', /is not a number/],
])

test('there are fixtures of every kind', { skip }, () => {
  const files = Object.keys(manifest).filter((path) => path.endsWith('.pcd'))
  assert.ok(files.length > 60, `${files.length} files`)
  for (const path of REFUSED_OUTSIDE.keys()) assert.ok(files.includes(path), path)
})

for (const [path, { expected }] of Object.entries(manifest).filter(([name]) => name.endsWith('.pcd'))) {
  const refusal = expected?.verdict === 'broken' ? /./ : REFUSED_OUTSIDE.get(path)
  test(`${path} is ${refusal ? 'refused' : 'read'}`, { skip }, async () => {
    const bytes = readFileSync(join(root, path))
    if (refusal) {
      const refused = (error: unknown) => error instanceof PcdError && refusal.test(error.message) && !error.tooLarge
      await assert.rejects(readPcd(bytes, DEFAULT_PCD_LIMITS), refused)
      await assert.rejects(readPcd(inChunks(bytes, 1000), DEFAULT_PCD_LIMITS), refused)
      return
    }
    const cloud = await readPcd(bytes, DEFAULT_PCD_LIMITS)
    assert.deepEqual(await readPcd(inChunks(bytes, 777), DEFAULT_PCD_LIMITS), cloud)
    assert.equal(cloud.positions.length, cloud.pointCount * 3)
    if (expected?.points !== undefined) assert.equal(cloud.pointCount, expected.points)
    // The manifest counted only fields in small letters.
    if (typeof expected?.finite === 'number') assert.equal(cloud.finiteCount, expected.finite)
    for (const axis of [0, 1, 2]) assert.ok(cloud.bounds && cloud.bounds.min[axis] <= cloud.bounds.max[axis])
  })
}

test('the same cloud in ASCII and binary files of other programs is the same', { skip }, async () => {
  const read = (name: string) => readPcd(readFileSync(join(root, 'pcd/pypcd4', name)), DEFAULT_PCD_LIMITS, 'f32')
  const ascii = await read('ascii.pcd')
  for (const name of ['binary.pcd', 'binary_compressed.pcd']) {
    const { positions, rgb } = await read(name)
    assert.deepEqual({ positions, rgb }, { positions: ascii.positions, rgb: ascii.rgb }, name)
  }
})
