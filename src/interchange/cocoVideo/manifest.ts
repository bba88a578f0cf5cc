import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import { COCO_LOSSES } from '../coco/losses.ts'
import type { Format } from '../core/format.ts'
import { writeCocoVideo } from './writer.ts'

/** https://github.com/TAO-Dataset/tao/blob/master/tao/toolkit/tao/tao.py: COCO with videos and tracks. */
export const cocoVideo: Format = {
  format: 'coco_video',
  title: 'COCO for video',
  description: 'Tracks of boxes, polygons, masks and key points in one file a split, with a list of videos.',
  annotationTypes: typesWithResult('video'),
  version: '1',
  specUrl: 'https://github.com/TAO-Dataset/tao/blob/master/docs/dataset.md',
  options: Type.Object({}, { additionalProperties: false }),
  losses: [
    ...COCO_LOSSES,
    'rectangle_dropped',
    'polygon_dropped',
    'rotated_rectangle_dropped',
    'mask_dropped',
    'landmark_dropped',
  ],
  files: 'optional',
  firstClassNumber: 1,
  tree: ['images/SPLIT/NAME/NNNNNN.jpg', 'annotations/instances_SPLIT.json'],
  write: writeCocoVideo,
}
