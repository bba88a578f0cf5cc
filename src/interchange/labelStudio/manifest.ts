import { Type } from 'typebox'
import type { Format } from '../core/format.ts'
import { readLabelStudio } from './reader.ts'
import { writeLabelStudio } from './writer.ts'

const SHAPES = ['rectangle', 'rotated_rectangle', 'ellipse', 'polygon', 'mask', 'line', 'cuboid'] as const

/** https://labelstud.io/guide/task_format */
export const labelStudio: Format = {
  format: 'label_studio',
  title: 'Label Studio',
  description:
    'Tasks with regions and their attributes, and the configuration of the project. Lines and 2D cuboids are left out.',
  annotationTypes: ['image2d'],
  version: '1',
  specUrl: 'https://labelstud.io/guide/task_format',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped', 'polygon_as_mask', ...SHAPES.map((shape) => `${shape}_dropped`)],
  keepsRelations: true,
  files: 'optional',
  tree: ['images/SPLIT/NAME.jpg', 'config.xml', 'tasks.json'],
  write: writeLabelStudio,
  read: readLabelStudio,
}
