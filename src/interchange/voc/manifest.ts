import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import type { Format } from '../core/format.ts'
import { BOX_FORMAT_LOSSES } from '../shapes/shapeLosses.ts'
import { vocName } from './names.ts'
import { readVoc } from './reader.ts'
import { writeVoc } from './writer.ts'

/** http://host.robots.ox.ac.uk/pascal/VOC/voc2012/htmldoc/devkit_doc.html */
export const voc: Format = {
  format: 'voc',
  title: 'Pascal VOC',
  description: 'Boxes with attributes in one XML file an image; pixels of polygons, ellipses and masks as PNG.',
  annotationTypes: typesWithResult('image'),
  version: '1',
  specUrl: 'http://host.robots.ox.ac.uk/pascal/VOC/voc2012/htmldoc/devkit_doc.html',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped', 'overlap_covered', ...BOX_FORMAT_LOSSES],
  files: 'optional',
  tree: [
    'JPEGImages/NAME.jpg',
    'Annotations/NAME.xml',
    'SegmentationClass/NAME.png',
    'SegmentationObject/NAME.png',
    'ImageSets/Main/SPLIT.txt',
    'ImageSets/Segmentation/SPLIT.txt',
    'labelmap.txt',
  ],
  className: vocName,
  write: writeVoc,
  read: readVoc,
}
