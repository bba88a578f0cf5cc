import { Type } from 'typebox'
import type { Format } from '../core/format.ts'
import { readDatumaro } from './reader.ts'
import { writeDatumaro } from './writer.ts'

const SHAPES = ['rectangle', 'rotated_rectangle', 'ellipse', 'polygon', 'mask'] as const

/** https://open-edge-platform.github.io/datumaro/stable/docs/data-formats/formats/datumaro.html */
export const datumaro: Format = {
  format: 'datumaro',
  title: 'Datumaro',
  description: 'Every shape with its attributes, a JSON file a split. Polygons with holes become masks.',
  annotationTypes: ['image2d'],
  version: '1',
  specUrl: 'https://open-edge-platform.github.io/datumaro/stable/docs/data-formats/formats/datumaro.html',
  options: Type.Object({}, { additionalProperties: false }),
  losses: [
    'attribute_dropped',
    'keypoint_dropped',
    'polygon_as_mask',
    'rotated_rectangle_as_polygon',
    'ellipse_as_polygon',
    ...SHAPES.map((shape) => `${shape}_dropped`),
  ],
  files: 'optional',
  firstClassNumber: 0,
  tree: ['images/SPLIT/NAME.jpg', 'annotations/SPLIT.json'],
  write: writeDatumaro,
  read: readDatumaro,
}
