import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import type { Format } from '../core/format.ts'
import { COCO_LOSSES } from './losses.ts'
import { readCoco } from './reader.ts'
import { writeCoco } from './writer.ts'

/** https://cocodataset.org/#format-data, with `attributes` as CVAT and datumaro write them. */
export const coco: Format = {
  format: 'coco',
  title: 'COCO',
  description:
    'Boxes, polygons, masks and key points in one file a split. Lines and 2D cuboids have no place in it; ellipses become polygons.',
  annotationTypes: typesWithResult('image'),
  version: '2',
  specUrl: 'https://cocodataset.org/#format-data',
  options: Type.Object(
    {
      keypoints: Type.Optional(
        Type.Union([Type.Literal('together'), Type.Literal('separate')], {
          default: 'together',
          description: 'separate: key points in person_keypoints_SPLIT.json',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  losses: COCO_LOSSES,
  files: 'optional',
  firstClassNumber: 1,
  tree: ['images/SPLIT/NAME.jpg', 'annotations/instances_SPLIT.json'],
  write: writeCoco,
  read: readCoco,
}
