import { Type } from 'typebox'
import type { Format } from '../core/format.ts'
import { readSemanticKitti } from './reader.ts'
import { writeSemanticKitti } from './writer.ts'

/** http://www.semantic-kitti.org/dataset.html#format */
export const semanticKitti: Format = {
  format: 'semantickitti',
  title: 'SemanticKITTI',
  description: 'A class and an instance for each point, 16 bits each; one sequence a job or a batch.',
  annotationTypes: ['segmentation3d'],
  version: '1',
  specUrl: 'http://www.semantic-kitti.org/dataset.html#format',
  options: Type.Object(
    {
      sequence: Type.Optional(
        Type.Union([Type.Literal('job'), Type.Literal('batch')], {
          default: 'job',
          description: 'batch: the jobs of a batch are the scans of one sequence, by reference_id',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  losses: ['attribute_dropped', 'instance_dropped'],
  files: 'optional',
  firstClassNumber: 1,
  tree: ['sequences/NAME/velodyne/NNNNNN.bin', 'sequences/NAME/labels/NNNNNN.label', 'semantic-kitti.yaml'],
  write: writeSemanticKitti,
  read: readSemanticKitti,
}
