import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { AnnotationType } from '../../model/annotationType.ts'
import { makeDataCheck } from './data.ts'
import { readTimestamps, timestampNs } from './timestamp.ts'

test('a timestamp is nanoseconds in digits or seconds as a number, and keeps every digit it has', () => {
  assert.equal(timestampNs('1700000000123456789'), 1_700_000_000_123_456_789n)
  assert.equal(timestampNs(0), 0n)
  assert.equal(timestampNs(0.1), 100_000_000n)
  assert.equal(timestampNs(1700000000.123456), 1_700_000_000_123_456_000n)
  assert.equal(timestampNs(2.5e-9), 2n)
  for (const wrong of ['', '-1', '1.5', ' 1', '9223372036854775808', -0.5, Number.NaN, 1e300, 9.3e9, true, {}, null])
    assert.equal(timestampNs(wrong), null, String(wrong))
})

test('law: seconds with nine decimals are the nanoseconds of the same digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000 }), fc.integer({ min: 0, max: 999_999_999 }), (whole, part) => {
      const text = `${whole}.${String(part).padStart(9, '0')}`
      assert.equal(timestampNs(Number(text)), BigInt(whole) * 1_000_000_000n + BigInt(part))
    }),
  )
})

test('timestamps that do not increase are ignored, and so are other forms', () => {
  const frames = [{ timestamp: '5' }, {}, { timestamp: '5' }, { timestamp: 1 }, { timestamp: null }, { timestamp: 'x' }]
  assert.deepEqual(readTimestamps(frames), ['5', null, null, 1, null, null])
})

test('data of every kind takes timestamps, and those that are ignored are warnings', () => {
  const check = makeDataCheck(9)
  const url = 'https://x.test/1'
  const pose = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }
  const sensors = [{ sensor_id: 'lidar', data_url: url, sensor_pose: pose }]
  const sensor_meta = [{ id: 'lidar', modality: 'lidar' }]
  const frame = (frame_id: string, timestamp: unknown) => ({ frame_id, timestamp, src: url, sensors })
  const ignored = (annotationType: AnnotationType, data: object) => {
    const checked = check(data, { annotationType, keptSensors: new Map(), checkUrl: () => null })
    assert.ok('input' in checked, JSON.stringify(checked))
    return checked.warnings.map(({ field, type }) => `${field} ${type}`)
  }
  assert.deepEqual(ignored('image2d', { image_url: url, timestamp: '12' }), [])
  assert.deepEqual(ignored('image2d', { image_url: url, timestamp: 'now' }), ['data.timestamp TIMESTAMP_IGNORED'])
  const frames = [frame('a', 7), frame('b', 7), frame('c', '7000000001'), frame('d', null)]
  for (const [operation, root, more] of [
    ['video2d', 'video_data', {}],
    ['cuboid3d', 'sensor_data', { sensor_meta }],
  ] as const) {
    const warned = ignored(operation, { [root]: { frames, ...more } })
    assert.deepEqual(warned, [`data.${root}.frames[1].timestamp TIMESTAMP_IGNORED`])
  }
  const cloud = { sensor_data: { sensors, sensor_meta, timestamp: { s: 1 } } }
  assert.deepEqual(ignored('segmentation3d', cloud), ['data.sensor_data.timestamp TIMESTAMP_IGNORED'])
})
