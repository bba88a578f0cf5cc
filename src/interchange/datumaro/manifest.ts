import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import { kindsWith } from '../../model/shapes/flatShapes.ts'
import type { Format } from '../core/format.ts'
import { AREA_KINDS, droppedLosses, lossesAs } from '../shapes/shapeLosses.ts'
import { readDatumaro } from './reader.ts'
import { writeDatumaro } from './writer.ts'

/** https://open-edge-platform.github.io/datumaro/stable/docs/data-formats/formats/datumaro.html */
export const datumaro: Format = {
  format: 'datumaro',
  title: 'Datumaro',
  description: 'Every shape with its attributes, a JSON file a split. Polygons with holes become masks.',
  annotationTypes: typesWithResult('image'),
  version: '1',
  specUrl: 'https://open-edge-platform.github.io/datumaro/stable/docs/data-formats/formats/datumaro.html',
  options: Type.Object({}, { additionalProperties: false }),
  losses: [
    'attribute_dropped',
    'keypoint_dropped',
    'polygon_as_mask',
    ...lossesAs(
      'polygon',
      kindsWith(({ hasRotation, isCurved }) => hasRotation || isCurved),
    ),
    ...droppedLosses(AREA_KINDS),
  ],
  files: 'optional',
  firstClassNumber: 0,
  tree: ['images/SPLIT/NAME.jpg', 'annotations/SPLIT.json'],
  write: writeDatumaro,
  read: readDatumaro,
}
