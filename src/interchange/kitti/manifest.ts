import { Type } from 'typebox'
import type { Format } from '../core/format.ts'
import { kittiClass } from './labelLine.ts'
import { readKittiObject } from './objectReader.ts'
import { writeKittiObject } from './objectWriter.ts'

/** Development kit readme of https://www.cvlibs.net/datasets/kitti/eval_object.php */
export const kittiObject: Format = {
  format: 'kitti_object',
  title: 'KITTI object',
  description:
    'Cuboids as one calibrated camera sees them, with calibration and clouds. Boxes stand upright; tracks, attributes and lens distortion are left out.',
  annotationTypes: ['cuboid3d', 'cuboid3d_linked2d'],
  version: '1',
  specUrl: 'https://www.cvlibs.net/datasets/kitti/eval_object.php',
  options: Type.Object(
    {
      camera: Type.Optional(Type.String({ description: 'id of the camera; the first calibrated one where left out' })),
    },
    { additionalProperties: false },
  ),
  losses: [
    'attribute_dropped',
    'distortion_dropped',
    'frame_dropped',
    'outside_view_dropped',
    'record_dropped',
    'rectangle_dropped',
    'tilt_dropped',
    'track_dropped',
    'uncalibrated_job_dropped',
  ],
  files: 'optional',
  tree: [
    'training/label_2/NNNNNN.txt',
    'training/calib/NNNNNN.txt',
    'training/velodyne/NNNNNN.bin',
    'training/image_2/NNNNNN.png',
    'ImageSets/SPLIT.txt',
  ],
  className: kittiClass,
  write: writeKittiObject,
  read: readKittiObject,
}
