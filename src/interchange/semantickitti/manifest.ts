import { Type } from 'typebox'
import type { Format } from '../core/format.ts'
import { readSemanticKitti } from './reader.ts'
import { writeSemanticKitti } from './writer.ts'

/** http://www.semantic-kitti.org/dataset.html#format */
export const semanticKitti: Format = {
  format: 'semantickitti',
  title: 'SemanticKITTI',
  description: 'A class and an instance for each point, 16 bits each; one sequence a job.',
  annotationTypes: ['segmentation3d'],
  version: '1',
  specUrl: 'http://www.semantic-kitti.org/dataset.html#format',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped', 'instance_dropped'],
  files: 'optional',
  tree: ['sequences/NAME/velodyne/000000.bin', 'sequences/NAME/labels/000000.label', 'semantic-kitti.yaml'],
  write: writeSemanticKitti,
  read: readSemanticKitti,
}
