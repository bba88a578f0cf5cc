import { Type } from 'typebox'
import { MAX_CLOUD_POINTS } from '../../model/limits.ts'
import type { Format } from '../core/format.ts'
import { npzOfUint16, readNpz } from '../nuscenes/npz.ts'
import { PANOPTIC } from '../nuscenes/readTables.ts'
import { VERSION_FOLDER } from '../nuscenes/tables.ts'
import { nuscenesWriter } from '../nuscenes/writer.ts'
import { pointsReader } from './reader.ts'

/** A point's number is class × 1000 + instance, in 16 bits. */
const INSTANCES = 1000
const MAX_CLASSES = 64

/** docs/schema_nuscenes.md of nuscenes-devkit, panoptic. */
export const nuscenesPanoptic: Format = {
  format: 'nuscenes_panoptic',
  title: 'Panoptic nuScenes',
  description: 'The tables of nuScenes and a class with an instance for each point, up to 64 classes of 999 instances.',
  annotationTypes: ['segmentation3d'],
  version: '1',
  specUrl: 'https://github.com/nutonomy/nuscenes-devkit/blob/master/docs/schema_nuscenes.md',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped', 'distortion_dropped', 'ego_pose_assumed', 'instance_dropped', 'timestamp_assumed'],
  files: 'optional',
  tree: [
    `panoptic/${VERSION_FOLDER}/TOKEN_panoptic.npz`,
    'samples/CHANNEL/NAME__CHANNEL.pcd.bin',
    `${VERSION_FOLDER}/*.json`,
    'maps/blank.png',
  ],
  write: nuscenesWriter({
    table: 'panoptic',
    ending: 'npz',
    maxClasses: MAX_CLASSES,
    holds: (instance) => instance < INSTANCES,
    bytes(labels, meanings) {
      const words = new Map([...meanings].map(([key, label]) => [key, label.classLabel * INSTANCES + label.instance]))
      return npzOfUint16(Uint16Array.from(labels, (label) => words.get(label) ?? 0))
    },
  }),
  read: pointsReader({
    format: 'nuscenes_panoptic',
    table: PANOPTIC,
    words: (bytes) => readNpz(bytes, MAX_CLOUD_POINTS),
    meaningOf: (word) => ({ classLabel: Math.floor(word / INSTANCES), instance: word % INSTANCES || null }),
  }),
}
