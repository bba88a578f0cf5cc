import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import type { Format } from '../core/format.ts'
import { readNuscenes } from './reader.ts'
import { VERSION_FOLDER } from './tables.ts'
import { nuscenesWriter } from './writer.ts'

/** docs/schema_nuscenes.md of nuscenes-devkit. */
export const nuscenes: Format = {
  format: 'nuscenes',
  title: 'nuScenes',
  description:
    'The 13 tables of nuScenes: cuboids with tracks and attributes in the global frame, calibrated sensors and ego poses. Boxes on cameras, polylines and key points are left out.',
  annotationTypes: typesWithResult('boxes'),
  version: '1',
  specUrl: 'https://github.com/nutonomy/nuscenes-devkit/blob/master/docs/schema_nuscenes.md',
  options: Type.Object({}, { additionalProperties: false }),
  losses: [
    'attribute_dropped',
    'distortion_dropped',
    'ego_pose_assumed',
    'keypoint3d_dropped',
    'polyline3d_dropped',
    'rectangle_dropped',
    'timestamp_assumed',
  ],
  files: 'optional',
  firstClassNumber: 1,
  tree: ['samples/CHANNEL/NAME__CHANNEL.pcd.bin', `${VERSION_FOLDER}/*.json`, 'maps/blank.png'],
  write: nuscenesWriter(null),
  read: readNuscenes,
}
