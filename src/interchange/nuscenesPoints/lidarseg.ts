import { LIDARSEG } from '../nuscenes/readTables.ts'
import { type PointsReading, pointsFormat } from './pointsFormat.ts'

/** Numbers of classes are bytes, 0 is unlabelled. */
const MAX_CLASSES = 255

export const LIDARSEG_READING: PointsReading = {
  format: 'nuscenes_lidarseg',
  table: LIDARSEG,
  words: async (bytes) => Uint32Array.from(bytes),
  meaningOf: (word) => ({ classLabel: word, instance: null }),
}

export const nuscenesLidarseg = pointsFormat({
  title: 'nuScenes-lidarseg',
  description: 'The tables of nuScenes and a class for each point, one byte each. Instances are left out.',
  writing: {
    table: 'lidarseg',
    ending: 'bin',
    maxClasses: MAX_CLASSES,
    holds: (instance) => instance === 0,
    bytes: (labels, meanings) => Uint8Array.from(labels, (label) => meanings.get(label)?.classLabel ?? 0),
  },
  reading: LIDARSEG_READING,
})
