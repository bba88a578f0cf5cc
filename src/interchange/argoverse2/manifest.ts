import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import type { Format } from '../core/format.ts'
import { readArgoverse2 } from './reader.ts'
import { writeArgoverse2 } from './writer.ts'

/** Sensor data set of https://argoverse.github.io/user-guide/datasets/sensor.html */
export const argoverse2: Format = {
  format: 'argoverse2',
  title: 'Argoverse 2',
  description:
    'A log a job: cuboids with tracks in the vehicle’s frame, ego poses and calibration as Feather files. Attributes, boxes on cameras, polylines and key points are left out.',
  annotationTypes: typesWithResult('boxes'),
  version: '1',
  specUrl: 'https://argoverse.github.io/user-guide/datasets/sensor.html',
  options: Type.Object({}, { additionalProperties: false }),
  losses: [
    'attribute_dropped',
    'distortion_dropped',
    'ego_pose_assumed',
    'keypoint3d_dropped',
    'polyline3d_dropped',
    'rectangle_dropped',
    'sensor_pose_dropped',
    'timestamp_assumed',
  ],
  files: 'optional',
  tree: [
    'NAME/annotations.feather',
    'NAME/city_SE3_egovehicle.feather',
    'NAME/calibration/egovehicle_SE3_sensor.feather',
    'NAME/calibration/intrinsics.feather',
    'NAME/sensors/lidar/TIME.feather',
    'NAME/sensors/cameras/CAMERA/TIME.jpg',
  ],
  write: writeArgoverse2,
  read: readArgoverse2,
}
