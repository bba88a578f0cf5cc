import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import type { Format } from '../core/format.ts'
import { REGION_LOSSES } from '../raster/regions.ts'
import { writeCocoPanoptic } from './writer.ts'

/** https://cocodataset.org/#format-data, section 4 */
export const cocoPanoptic: Format = {
  format: 'coco_panoptic',
  title: 'COCO panoptic',
  description:
    'One PNG an image in which each pixel belongs to one object, with a list of segments. Later ones lie on top.',
  annotationTypes: typesWithResult('image'),
  version: '1',
  specUrl: 'https://cocodataset.org/#format-data',
  options: Type.Object({}, { additionalProperties: false }),
  losses: REGION_LOSSES,
  files: 'optional',
  firstClassNumber: 1,
  tree: ['images/SPLIT/NAME.jpg', 'panoptic_SPLIT/NAME.png', 'annotations/panoptic_SPLIT.json'],
  write: writeCocoPanoptic,
}
