import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImageFile, JobContent, SensorView } from '../../formats/workbench/job.ts'
import { identityPose } from '../../geometry/pose.ts'
import { firstFilesOf } from './firstFiles.ts'

const image = (file: string | null, bytes = 1_000): ImageFile => ({
  file,
  bytes,
  mediaType: 'image/jpeg',
  widthPx: 8_000,
  heightPx: 4_000,
  pyramid: null,
})
const video = (files: readonly string[], bytes?: number): JobContent => ({
  kind: 'video',
  frames: files.map((file) => ({ frameId: file, timestampNs: null, image: image(file, bytes) })),
})

test('the first frames of a video are loaded, and no more bytes than a guess is worth', () => {
  assert.deepEqual(firstFilesOf(video(['a', 'b'])), ['a', 'b'])
  assert.equal(firstFilesOf(video(Array.from({ length: 100 }, (_, i) => `f${i}`))).length, 8)
  assert.deepEqual(firstFilesOf(video(['a', 'b', 'c'], 60 * 1024 * 1024)), ['a', 'b'])
})

test('the tiles of a huge image that a window shows of the whole are loaded', () => {
  const levels = [
    { level: 0, width: 250, height: 125 },
    { level: 3, width: 2_000, height: 1_000 },
    { level: 5, width: 8_000, height: 4_000 },
  ]
  const tiles = { '0/0/0': 'whole', '3/0/0': 'left', '3/1/0': 'right', '5/0/0': 'sharp' }
  const huge = { ...image(null), pyramid: { tileSizePx: 1_024, levels, tiles } }
  const content: JobContent = { kind: 'image', frames: [{ frameId: '0', timestampNs: null, image: huge }] }
  assert.deepEqual(firstFilesOf(content), ['whole', 'left', 'right'])
})

test('the clouds of the first frame of a drive are loaded, then its images', () => {
  const view = (sensorId: string, more: Partial<SensorView>): SensorView => ({
    sensorId,
    commonFromSensor: identityPose,
    image: null,
    cloud: null,
    ...more,
  })
  const cloud = { file: 'cloud', bytes: 9, pointCount: 1, finiteCount: 1, bounds: null, commonFromCloud: identityPose }
  const sensors = [view('front', { image: image('front') }), view('lidar', { cloud })]
  const frame = { frameId: '0', timestampNs: null, commonFromEgo: null, sensors }
  const later = { ...frame, sensors: [view('front', { image: image('later') })] }
  const content: JobContent = {
    kind: 'frames',
    frames: [frame, later],
    sensors: [],
    pointCloudFrame: null,
    hasEgoPose: false,
  }
  assert.deepEqual(firstFilesOf(content), ['cloud', 'front'])
})
