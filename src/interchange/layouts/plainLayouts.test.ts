import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memorySource, planned } from '../../../test/interchange/layouts.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { clouds } from './clouds/clouds.ts'
import { detectLayout } from './detectLayout.ts'
import { imageSequence } from './imageSequence/imageSequence.ts'
import { SourceError } from './layout.ts'

const filesOf = (...paths: string[]) => memorySource(Object.fromEntries(paths.map((path) => [path, ''])))

const FOUND: [what: string, annotationType: AnnotationType, paths: string[], layout: string][] = [
  ['pictures', 'image2d', ['b/10.png', 'b/9.JPG', 'c.webp'], 'images'],
  ['numbered pictures under a tag of pictures', 'image2d', ['a/1.png', 'a/2.png'], 'images'],
  ['numbered pictures under a tag of videos', 'video2d', ['a/1.png', 'a/2.png'], 'image_sequence'],
  ['clouds', 'segmentation3d', ['a.pcd', 'b.laz'], 'clouds'],
  ['clouds beside pictures', 'cuboid3d', ['d/lidar/1.pcd', 'd/cam/1.png'], 'sensor_folder'],
  ['a calibration beside clouds', 'cuboid3d', ['calibration.json', 'lidar/1.pcd'], 'sensor_folder'],
]

for (const [what, annotationType, paths, name] of FOUND)
  test(`${what} are found to be ${name}`, async () => {
    const { layout, why } = await detectLayout(filesOf(...paths), 'auto', annotationType)
    assert.equal(layout.name, name, why)
    assert.ok(why.length > 10)
  })

const REFUSED: [what: string, asked: string, annotationType: AnnotationType, paths: string[], code: string][] = [
  ['nothing', 'auto', 'image2d', [], 'LAYOUT_UNKNOWN'],
  ['text alone', 'auto', 'image2d', ['a.txt'], 'LAYOUT_UNKNOWN'],
  ['pictures as clouds', 'clouds', 'segmentation3d', ['a.png'], 'NOT_THIS_FORMAT'],
  ['pictures under a tag of clouds', 'auto', 'segmentation3d', ['a.png'], 'FS_0003'],
  ['clouds under a tag of pictures', 'clouds', 'image2d', ['a.pcd'], 'FS_0003'],
]

for (const [what, asked, annotationType, paths, code] of REFUSED)
  test(`${what} are refused as ${code}`, async () => {
    await assert.rejects(
      detectLayout(filesOf(...paths), asked, annotationType),
      (error) => error instanceof SourceError && error.code === code,
    )
  })

test('image_sequence: each folder is a video in the order of its numbers, and each prefix of a folder', async () => {
  const { sequences, skipped } = await planned(
    imageSequence,
    filesOf(
      'a/f10.png',
      'a/f9.png',
      'b/left_1.png',
      'b/left_2.png',
      'b/right_1.png',
      'b/right_2.png',
      'b/note.txt',
      'cover.png',
    ),
    'video2d',
  )
  assert.deepEqual(
    sequences.map(({ path, frames }) => [path, frames.map(({ frameId }) => frameId)]),
    [
      ['a', ['f9', 'f10']],
      ['b/left', ['left_1', 'left_2']],
      ['b/right', ['right_1', 'right_2']],
    ],
  )
  assert.deepEqual(skipped, [
    ['b/note.txt', 'NOT_A_PICTURE'],
    ['cover.png', 'NOT_NUMBERED'],
  ])
})

test('clouds: each is a job, or those of a folder are frames of one with times from their names', async () => {
  const source = filesOf('d/1700000000000000000.pcd', 'd/1700000000.1.pcd', 'raw.bin')
  const single = await planned(clouds, source, 'segmentation3d')
  assert.deepEqual(
    single.sequences.map(({ path, isSingle }) => [path, isSingle]),
    [
      ['d/1700000000.1.pcd', true],
      ['d/1700000000000000000.pcd', true],
    ],
  )
  assert.deepEqual(single.skipped, [['raw.bin', 'NO_POINT_LAYOUT']])
  const calibration = { sensors: { lidar: { point_layout: { fields: ['x', 'y', 'z'], type: 'float32' } } } }
  const joined = await planned(clouds, source, 'cuboid3d', { sequence: true, calibration })
  assert.deepEqual(
    joined.sequences.map(({ path, frames }) => [path, frames.map(({ timestampNs }) => timestampNs)]),
    [
      ['d', [1700000000100000000n, 1700000000000000000n]],
      ['folder', [null]],
    ],
  )
})
