import { Type } from 'typebox'
import type { Format } from '../core/format.ts'
import { LIDARSEG } from '../nuscenes/readTables.ts'
import { VERSION_FOLDER } from '../nuscenes/tables.ts'
import { nuscenesWriter } from '../nuscenes/writer.ts'
import { pointsReader } from './reader.ts'

/** Numbers of classes are bytes, 0 is unlabelled. */
const MAX_CLASSES = 255

/** docs/schema_nuscenes.md of nuscenes-devkit, lidarseg. */
export const nuscenesLidarseg: Format = {
  format: 'nuscenes_lidarseg',
  title: 'nuScenes-lidarseg',
  description: 'The tables of nuScenes and a class for each point, one byte each. Instances are left out.',
  annotationTypes: ['segmentation3d'],
  version: '1',
  specUrl: 'https://github.com/nutonomy/nuscenes-devkit/blob/master/docs/schema_nuscenes.md',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped', 'distortion_dropped', 'ego_pose_assumed', 'instance_dropped', 'timestamp_assumed'],
  files: 'optional',
  tree: [
    `lidarseg/${VERSION_FOLDER}/TOKEN_lidarseg.bin`,
    'samples/CHANNEL/NAME__CHANNEL.pcd.bin',
    `${VERSION_FOLDER}/*.json`,
    'maps/blank.png',
  ],
  write: nuscenesWriter({
    table: 'lidarseg',
    ending: 'bin',
    maxClasses: MAX_CLASSES,
    holds: (instance) => instance === 0,
    bytes: (labels, meanings) => Uint8Array.from(labels, (label) => meanings.get(label)?.classLabel ?? 0),
  }),
  read: pointsReader({
    format: 'nuscenes_lidarseg',
    table: LIDARSEG,
    words: async (bytes) => Uint32Array.from(bytes),
    meaningOf: (word) => ({ classLabel: word, instance: null }),
  }),
}
