import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { IMAGE_TAG, imageData } from '../../../test/interchange/hardImages.ts'
import { exported } from '../../../test/interchange/roundTrip.ts'
import { ExportError } from '../core/format.ts'
import { masks } from './manifest.ts'

const SIZE = { widthPx: 300, heightPx: 300 }

/** One box a pixel. */
function jobOf(count: number) {
  const shapes = Array.from({ length: count }, (_, i) => {
    const [x, y] = [i % 300, Math.floor(i / 300)]
    return { type: 'rectangle', left: x / 300, top: y / 300, right: (x + 1) / 300, bottom: (y + 1) / 300 } as const
  })
  const records = shapes.map(() => ({ label: 'car', class_id: 'class-car', attributes: {} }))
  const file = { sensorId: '', kind: 'image', url: 'https://data.example/1.png', mediaType: null, size: SIZE } as const
  const files = [{ ...file, commonFromSensor: null, open: async () => null }]
  const frames = [{ frameId: '', timestampNs: null, worldFromEgo: null, files }]
  return { referenceId: 'crowd', data: imageData(SIZE, shapes, records), frames }
}

test('masks: 65,535 objects of one image have a number each in 16 bits; more are refused', async () => {
  const { entries } = await exported(masks, setOf({ tag: IMAGE_TAG, jobs: [jobOf(65_535)] }))
  const listed = JSON.parse(new TextDecoder().decode(entries.get('classes.json'))).images[0].instances
  assert.equal(listed.at(-1).instance, 65_535)
  await assert.rejects(
    exported(masks, setOf({ tag: IMAGE_TAG, jobs: [jobOf(65_536)] })),
    (error) => error instanceof ExportError && error.code === 'TOO_MANY_OBJECTS',
  )
})
