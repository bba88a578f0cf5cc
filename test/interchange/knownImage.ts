import sharp from 'sharp'
import type { FlatShape } from '../../src/model/document/shape.ts'
import type { GivenJob } from './exportJob.ts'
import { imageData } from './hardImages.ts'

/** An image of 80 by 50 pixels with one object of each shape, at places that are easy to see in other readers. */

const SIZE = { widthPx: 80, heightPx: 50 }

const at = (x: number, y: number) => ({ x: x / SIZE.widthPx, y: y / SIZE.heightPx })

const box = (left: number, top: number, right: number, bottom: number) => [
  at(left, top),
  at(right, top),
  at(right, bottom),
  at(left, bottom),
]

/** 4 × 3 pixels with their top left corner at (70, 40). */
const maskCounts = () => {
  const counts: number[] = []
  let end = 0
  for (let x = 70; x < 74; x++) {
    counts.push(x * SIZE.heightPx + 40 - end, 3)
    end = x * SIZE.heightPx + 43
  }
  return [...counts, SIZE.widthPx * SIZE.heightPx - end]
}

const SHAPES: readonly FlatShape[] = [
  { type: 'rectangle', left: 10 / 80, top: 5 / 50, right: 30.5 / 80, bottom: 15 / 50 },
  { type: 'rectangle', left: 0, top: 0, right: 1, bottom: 1 },
  { type: 'polygon', rings: [box(40, 10, 60, 30)] },
  { type: 'polygon', rings: [box(2, 20, 22, 40), box(6, 24, 18, 36)] },
  { type: 'line', points: [at(1, 1), at(79, 49)] },
  { type: 'cuboid', points: [...box(10, 30, 20, 40), ...box(12, 28, 22, 38)] },
  {
    type: 'landmark',
    points: [
      { ...at(50, 20), label: 2, visible: true },
      { ...at(52, 24), label: 5, visible: false },
    ],
  },
  { type: 'rotated_rectangle', center: at(40, 25), widthPx: 20, heightPx: 10, rotationRad: Math.PI / 6 },
  { type: 'ellipse', center: at(60, 40), radiusXPx: 8, radiusYPx: 4, rotationRad: 0 },
  { type: 'mask', ...SIZE, counts: maskCounts() },
]

export async function knownImage(referenceId: string): Promise<GivenJob> {
  const { widthPx: width, heightPx: height } = SIZE
  const png = await sharp({ create: { width, height, channels: 3, background: 'rgb(40, 80, 120)' } })
    .png()
    .toBuffer()
  const labels = ['car', 'person of interest', '行人']
  const data = imageData(
    SIZE,
    SHAPES,
    SHAPES.map((_, i) => ({
      label: labels[i % labels.length],
      class_id: `class-${labels[i % labels.length]}`,
      attributes: i % labels.length === 0 ? { kind: { value: 'Lastwagen ü' }, parked: { value: true } } : {},
    })),
  )
  return {
    referenceId,
    data,
    frames: [
      {
        frameId: '',
        timestampNs: null,
        worldFromEgo: null,
        files: [
          {
            sensorId: '',
            kind: 'image',
            url: `https://data.example/${referenceId}.png`,
            mediaType: 'image/png',
            size: SIZE,
            commonFromSensor: null,
            async open() {
              return (async function* () {
                yield png
              })()
            },
          },
        ],
      },
    ],
  }
}
