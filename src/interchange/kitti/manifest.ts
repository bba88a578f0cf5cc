import { Type } from 'typebox'
import type { Format } from '../core/format.ts'
import { kittiClass } from './labelLine.ts'
import { readKittiObject } from './objectReader.ts'
import { writeKittiObject } from './objectWriter.ts'
import { readKittiTracking } from './trackingReader.ts'
import { writeKittiTracking } from './trackingWriter.ts'

const OPTIONS = Type.Object(
  { camera: Type.Optional(Type.String({ description: 'id of the camera; the first calibrated one where left out' })) },
  { additionalProperties: false },
)

/** Development kit readme of https://www.cvlibs.net/datasets/kitti/eval_object.php */
export const kittiObject: Format = {
  format: 'kitti_object',
  title: 'KITTI object',
  description:
    'Cuboids as one calibrated camera sees them, with calibration and clouds. Boxes stand upright; further lidars, tracks, attributes, lens distortion, polylines and key points are left out.',
  annotationTypes: ['cuboid3d', 'cuboid3d_linked2d'],
  version: '1',
  specUrl: 'https://www.cvlibs.net/datasets/kitti/eval_object.php',
  options: OPTIONS,
  losses: [
    'attribute_dropped',
    'cloud_dropped',
    'distortion_dropped',
    'frame_dropped',
    'keypoint3d_dropped',
    'outside_view_dropped',
    'polyline3d_dropped',
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

const AREAS = ['rotated_rectangle', 'polygon', 'ellipse', 'mask']

/** Development kit readme of https://www.cvlibs.net/datasets/kitti/eval_tracking.php */
export const kittiTracking: Format = {
  format: 'kitti_tracking',
  title: 'KITTI tracking',
  description:
    'Tracks of a sequence as one calibrated camera sees them, with calibration and the trajectory of the vehicle; for videos their boxes. Further lidars, attributes, lens distortion, tilt of cuboids, polylines and key points are left out.',
  annotationTypes: ['video2d', 'cuboid3d', 'cuboid3d_linked2d'],
  version: '1',
  specUrl: 'https://www.cvlibs.net/datasets/kitti/eval_tracking.php',
  options: OPTIONS,
  losses: [
    'attribute_dropped',
    'cloud_dropped',
    'distortion_dropped',
    'frame_dropped',
    'keypoint3d_dropped',
    'outside_view_dropped',
    'polyline3d_dropped',
    'record_dropped',
    'rectangle_dropped',
    'sensor_pose_dropped',
    'tilt_dropped',
    'uncalibrated_job_dropped',
    'landmark_dropped',
    'line_dropped',
    'cuboid_dropped',
    ...AREAS.flatMap((type) => [`${type}_as_box`, `${type}_dropped`]),
  ],
  files: 'optional',
  tree: [
    'label_02/NAME.txt',
    'calib/NAME.txt',
    'oxts/NAME.txt',
    'velodyne/NAME/NNNNNN.bin',
    'image_02/NAME/NNNNNN.png',
    'evaluate_tracking.seqmap.SPLIT',
  ],
  className: kittiClass,
  write: writeKittiTracking,
  read: readKittiTracking,
}
