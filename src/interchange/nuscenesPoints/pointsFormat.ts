import { Type } from 'typebox'
import type { Format } from '../core/format.ts'
import { VERSION_FOLDER } from '../nuscenes/tables.ts'
import { nuscenesWriter, type PointLabelsWriter } from '../nuscenes/writer.ts'
import { type PointsReading, pointsReader } from './reader.ts'

interface PointsFormat {
  title: string
  description: string
  writing: PointLabelsWriter
  reading: PointsReading
}

/** The tables of nuScenes with labels of points: docs/schema_nuscenes.md of nuscenes-devkit. */
export const pointsFormat = ({ title, description, writing, reading }: PointsFormat): Format => ({
  format: reading.format,
  title,
  description,
  annotationTypes: ['segmentation3d'],
  version: '1',
  specUrl: 'https://github.com/nutonomy/nuscenes-devkit/blob/master/docs/schema_nuscenes.md',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped', 'distortion_dropped', 'ego_pose_assumed', 'instance_dropped', 'timestamp_assumed'],
  files: 'optional',
  firstClassNumber: 1,
  tree: [
    `${writing.table}/${VERSION_FOLDER}/TOKEN_${writing.table}.${writing.ending}`,
    'samples/CHANNEL/NAME__CHANNEL.pcd.bin',
    `${VERSION_FOLDER}/*.json`,
    'maps/blank.png',
  ],
  write: nuscenesWriter(writing),
  read: pointsReader(reading),
})
