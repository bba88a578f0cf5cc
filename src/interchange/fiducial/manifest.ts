import { Type } from 'typebox'
import { ANNOTATION_TYPES } from '../../model/annotationType.ts'
import type { Format } from '../core/format.ts'
import { readFiducial } from './reader.ts'
import { writeFiducial } from './writer.ts'

/** docs/results.md */
export const fiducial: Format = {
  format: 'fiducial',
  title: 'Fiducial results',
  description: 'The result documents as they are delivered, with labelled clouds beside them. Nothing is lost.',
  annotationTypes: ANNOTATION_TYPES,
  version: '1',
  specUrl: 'docs/results.md',
  options: Type.Object({}, { additionalProperties: false }),
  losses: [],
  keepsRelations: true,
  files: 'optional',
  tree: ['results/NAME.json', 'results/NAME.pcd', 'files/NAME.*'],
  write: writeFiducial,
  read: readFiducial,
}
