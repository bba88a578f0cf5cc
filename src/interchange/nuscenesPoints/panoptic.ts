import { MAX_CLOUD_POINTS } from '../../model/limits.ts'
import { npzOfUint16, readNpz } from '../nuscenes/npz.ts'
import { PANOPTIC } from '../nuscenes/readTables.ts'
import { type PointsReading, pointsFormat } from './pointsFormat.ts'

/** A point's number is class × 1000 + instance, in 16 bits. */
const INSTANCES = 1000
const MAX_CLASSES = 64

export const PANOPTIC_READING: PointsReading = {
  format: 'nuscenes_panoptic',
  table: PANOPTIC,
  words: (bytes) => readNpz(bytes, MAX_CLOUD_POINTS),
  meaningOf: (word) => ({ classLabel: Math.floor(word / INSTANCES), instance: word % INSTANCES || null }),
}

export const nuscenesPanoptic = pointsFormat({
  title: 'Panoptic nuScenes',
  description: 'The tables of nuScenes and a class with an instance for each point, up to 64 classes of 999 instances.',
  writing: {
    table: 'panoptic',
    ending: 'npz',
    maxClasses: MAX_CLASSES,
    holds: (instance) => instance < INSTANCES,
    bytes(labels, meanings) {
      const words = new Map([...meanings].map(([key, label]) => [key, label.classLabel * INSTANCES + label.instance]))
      return npzOfUint16(Uint16Array.from(labels, (label) => words.get(label) ?? 0))
    },
  },
  reading: PANOPTIC_READING,
})
