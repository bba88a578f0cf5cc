import { Type } from 'typebox'
import { FLAT_GEOMETRY_KINDS } from '../../model/annotationType.ts'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import type { Format } from '../core/format.ts'
import { AREA_KINDS, droppedLosses, outlineLosses } from '../shapes/shapeLosses.ts'
import { xmlSafe } from '../xml/writeXml.ts'
import { readCvatImages } from './imageReader.ts'
import { writeCvatImages } from './imageWriter.ts'
import { CVAT_AREAS } from './shapeElement.ts'
import { readCvatVideo } from './videoReader.ts'
import { writeCvatVideo } from './videoWriter.ts'

/** https://docs.cvat.ai/docs/manual/advanced/xml_format/ */
const shared = {
  version: '2',
  specUrl: 'https://docs.cvat.ai/docs/manual/advanced/xml_format/',
  options: Type.Object({}, { additionalProperties: false }),
  files: 'optional',
  className: xmlSafe,
} as const satisfies Partial<Format>

export const cvatImages: Format = {
  ...shared,
  format: 'cvat_images',
  title: 'CVAT for images',
  description: 'Every shape with its attributes, in one XML file. Polygons with holes become masks.',
  annotationTypes: typesWithResult('image'),
  losses: [
    'attribute_dropped',
    'keypoint_dropped',
    'polygon_as_mask',
    ...outlineLosses(CVAT_AREAS),
    ...droppedLosses(AREA_KINDS),
  ],
  tree: ['images/NAME.jpg', 'annotations.xml'],
  write: writeCvatImages,
  read: readCvatImages,
}

export const cvatVideo: Format = {
  ...shared,
  format: 'cvat_video',
  title: 'CVAT for video',
  description: 'Tracks of every shape with their attributes, a file a video. Masks and holes become one outline.',
  annotationTypes: typesWithResult('video'),
  losses: [
    'attribute_dropped',
    'keypoint_dropped',
    'polygon_as_outline',
    'mask_as_outline',
    ...outlineLosses(CVAT_AREAS),
    ...droppedLosses(FLAT_GEOMETRY_KINDS),
  ],
  tree: ['NAME/annotations.xml', 'NAME/images/frame_NNNNNN.jpg'],
  write: writeCvatVideo,
  read: readCvatVideo,
}
