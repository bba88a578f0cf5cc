import { Type } from 'typebox'
import type { Format } from '../core/format.ts'
import { readMot } from './reader.ts'
import { writeMot } from './writer.ts'

const AREAS = ['rotated_rectangle', 'polygon', 'ellipse', 'mask']

/** https://arxiv.org/abs/1603.00831, section 3.3 */
export const mot: Format = {
  format: 'mot',
  title: 'MOT',
  description:
    'Boxes of tracks over the frames of a video. Other areas become their bounding box; attributes are left out.',
  annotationTypes: ['video2d'],
  version: '1',
  specUrl: 'https://arxiv.org/abs/1603.00831',
  options: Type.Object({}, { additionalProperties: false }),
  losses: [
    'attribute_dropped',
    'timestamp_assumed',
    ...AREAS.flatMap((type) => [`${type}_as_box`, `${type}_dropped`]),
    'rectangle_dropped',
    'landmark_dropped',
    'line_dropped',
    'cuboid_dropped',
  ],
  files: 'optional',
  firstClassNumber: 1,
  tree: ['NAME/img1/NNNNNN.jpg', 'NAME/seqinfo.ini', 'NAME/gt/labels.txt', 'NAME/gt/gt.txt'],
  write: writeMot,
  read: readMot,
}
