import { kittiTracking } from '../../../src/interchange/kitti/manifest.ts'
import { mot } from '../../../src/interchange/mot/manifest.ts'
import { yoloDetect } from '../../../src/interchange/yolo/manifest.ts'
import type { FormatFields } from './field.ts'

const yoloFiles = (line: string) => ({ 'data.yaml': 'names: [car]\n', 'labels/1.txt': `${line}\n` })

export const yoloFields: FormatFields = {
  format: yoloDetect,
  isVideo: false,
  fields: [
    { name: 'class and box', becomes: 'kept', files: yoloFiles('0 0.5 0.5 0.2 0.2'), has: /"label":"car"/ },
    {
      name: 'confidence behind a label',
      becomes: 'attribute',
      files: yoloFiles('0 0.5 0.5 0.2 0.2 0.5'),
      has: /"confidence":\{"value":0.5\}/,
    },
    { name: 'lines of another length', becomes: 'refused', files: yoloFiles('0 0.5 0.5 0.2') },
  ],
}

const motFiles = (rows: string, more: Readonly<Record<string, string>> = { 'walk/gt/labels.txt': 'car\nvan\n' }) => ({
  'walk/gt/gt.txt': rows,
  ...more,
})

export const motFields: FormatFields = {
  format: mot,
  isVideo: true,
  fields: [
    {
      name: 'frame, track, box and class',
      becomes: 'kept',
      files: motFiles('1,1,2,2,9,9,1,1,1\n'),
      has: /"label":"car"/,
    },
    { name: 'visibility 0', becomes: 'kept', files: motFiles('1,1,2,2,9,9,1,1,0\n'), has: /"hidden":true/ },
    { name: 'visibility between 0 and 1', becomes: 'reported', files: motFiles('1,1,2,2,9,9,1,1,0.5\n') },
    {
      name: 'confidence between 0 and 1',
      becomes: 'attribute',
      files: motFiles('1,1,2,2,9,9,0.5,1,1\n'),
      has: /"confidence":\{"value":0.5\}/,
    },
    { name: 'rows with confidence 0', becomes: 'reported', files: motFiles('1,1,2,2,9,9,1,1,1\n1,2,2,2,9,9,0,1,1\n') },
    {
      name: 'a second class of one track',
      becomes: 'reported',
      files: motFiles('1,1,2,2,9,9,1,1,1\n2,1,2,2,9,9,1,2,1\n'),
    },
    { name: 'x, y and z of MOT15', becomes: 'reported', files: motFiles('1,1,2,2,9,9,1,3,4,5\n') },
  ],
}

const kittiFiles = (rows: string) => ({ 'label_02/0000.txt': `${rows}\n` })
const KITTI_BOX = '10 10 30 30 -1 -1 -1 -1000 -1000 -1000 -10'

export const kittiFields: FormatFields = {
  format: kittiTracking,
  isVideo: true,
  fields: [
    {
      name: 'frame, track, type and box',
      becomes: 'kept',
      files: kittiFiles(`0 7 car -1 -1 -10 ${KITTI_BOX}`),
      has: /"label":"car"/,
    },
    {
      name: '`truncated`, `occluded`',
      becomes: 'attribute',
      files: kittiFiles(`0 7 car -1 1 -10 ${KITTI_BOX}`),
      has: /"occluded":\{"value":true\}/,
    },
    {
      name: '`alpha` of a box in the image alone',
      becomes: 'attribute',
      files: kittiFiles(`0 7 car -1 -1 0.5 ${KITTI_BOX}`),
      has: /"alpha":\{"value":0.5\}/,
    },
    {
      name: '`score`',
      becomes: 'attribute',
      files: kittiFiles(`0 7 car -1 -1 -10 ${KITTI_BOX} 0.5`),
      has: /"score":\{"value":0.5\}/,
    },
    { name: 'columns after the score', becomes: 'reported', files: kittiFiles(`0 7 car -1 -1 -10 ${KITTI_BOX} 0 9`) },
    {
      name: '`DontCare`',
      becomes: 'reported',
      files: kittiFiles(`0 7 car -1 -1 -10 ${KITTI_BOX}\n0 -1 DontCare -1 -1 -10 ${KITTI_BOX}`),
    },
    {
      name: 'a second type of one track',
      becomes: 'reported',
      files: kittiFiles(`0 7 car -1 -1 -10 ${KITTI_BOX}\n1 7 van -1 -1 -10 ${KITTI_BOX}`),
    },
  ],
}
