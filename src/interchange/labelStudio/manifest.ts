import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import type { Format } from '../core/format.ts'
import { droppedLosses, flatKindsExcept, outlineLosses } from '../shapes/shapeLosses.ts'
import { REGION_KINDS } from './config.ts'
import { readLabelStudio } from './reader.ts'
import { writeLabelStudio } from './writer.ts'

/** https://labelstud.io/guide/task_format */
export const labelStudio: Format = {
  format: 'label_studio',
  title: 'Label Studio',
  description:
    'Tasks with regions and their attributes, and the configuration of the project. Lines and 2D cuboids are left out.',
  annotationTypes: typesWithResult('image'),
  version: '1',
  specUrl: 'https://labelstud.io/guide/task_format',
  options: Type.Object({}, { additionalProperties: false }),
  losses: [
    'attribute_dropped',
    'polygon_as_mask',
    ...outlineLosses(REGION_KINDS),
    ...droppedLosses(flatKindsExcept('landmark')),
  ],
  keepsRelations: true,
  files: 'optional',
  tree: ['images/SPLIT/NAME.jpg', 'config.xml', 'tasks.json'],
  write: writeLabelStudio,
  read: readLabelStudio,
}
