import { Type } from 'typebox'
import type { Format } from '../core/format.ts'
import { REGION_LOSSES } from '../raster/regions.ts'
import { writeMasks } from './writer.ts'

/** Images of labels, as scikit-image and others take them. */
export const masks: Format = {
  format: 'masks',
  title: 'Masks',
  description: 'Two grey PNG files an image: the class of each pixel, and its instance. Later objects lie on top.',
  annotationTypes: ['image2d'],
  version: '1',
  specUrl: 'https://scikit-image.org/docs/stable/user_guide/tutorial_segmentation.html',
  options: Type.Object({}, { additionalProperties: false }),
  losses: REGION_LOSSES,
  files: 'optional',
  firstClassNumber: 1,
  tree: ['images/SPLIT/NAME.jpg', 'class/NAME.png', 'instance/NAME.png', 'classes.json'],
  write: writeMasks,
}
