import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import type { Format } from '../core/format.ts'
import { readSupervisely } from './reader.ts'
import { writeSupervisely } from './writer.ts'

/** https://developer.supervisely.com/getting-started/supervisely-annotation-format/point-cloud-episodes */
export const superviselyPointcloud: Format = {
  format: 'supervisely_pointcloud',
  title: 'Supervisely point cloud episodes',
  description:
    'An episode a job: cuboids with tracks and all attributes as tags, in the coordinates of the clouds. Boxes on cameras, polylines and key points are left out.',
  annotationTypes: typesWithResult('boxes'),
  version: '1',
  specUrl: 'https://developer.supervisely.com/getting-started/supervisely-annotation-format/point-cloud-episodes',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped', 'cloud_dropped', 'keypoint3d_dropped', 'polyline3d_dropped', 'rectangle_dropped'],
  files: 'optional',
  firstClassNumber: 1,
  tree: [
    'NAME/annotation.json',
    'NAME/frame_pointcloud_map.json',
    'NAME/pointcloud/FRAME.pcd',
    'NAME/related_images/FRAME_pcd/CAMERA.jpg',
    'meta.json',
    'key_id_map.json',
  ],
  write: writeSupervisely,
  read: readSupervisely,
}
