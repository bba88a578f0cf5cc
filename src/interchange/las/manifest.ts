import { Type } from 'typebox'
import type { Format } from '../core/format.ts'
import { readLas } from './reader.ts'
import { writeLas } from './writer.ts'

/** LAS 1.4 R15 of the ASPRS. */
export const las: Format = {
  format: 'las',
  title: 'LAS',
  description:
    'The labelled clouds as LAS 1.4: the class as classification, the instance as an extra dimension. Points without coordinates are left out.',
  annotationTypes: ['segmentation3d'],
  version: '1',
  specUrl: 'https://www.asprs.org/wp-content/uploads/2019/07/LAS_1_4_r15.pdf',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped', 'point_dropped'],
  files: 'optional',
  firstClassNumber: 1,
  tree: ['NAME.las'],
  write: writeLas,
  read: readLas,
}
