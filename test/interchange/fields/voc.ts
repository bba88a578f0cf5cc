import { voc } from '../../../src/interchange/voc/manifest.ts'
import type { FormatFields } from './field.ts'

const BOX = '<bndbox><xmin>2</xmin><ymin>2</ymin><xmax>9</xmax><ymax>9</ymax></bndbox>'
const vocObject = (inside: string, beside = '') => ({
  'Annotations/1.xml': `<annotation><filename>1.jpg</filename>${beside}<object><name>car</name>${BOX}${inside}</object></annotation>`,
})

export const vocFields: FormatFields = {
  format: voc,
  isVideo: false,
  fields: [
    { name: '`name` and `bndbox`', becomes: 'kept', files: vocObject(''), has: /"label":"car"/ },
    {
      name: '`attributes`',
      becomes: 'attribute',
      files: vocObject('<attributes><attribute><name>level</name><value>2</value></attribute></attributes>'),
      has: /"value":2/,
    },
    {
      name: '`difficult`, `truncated`, `occluded`',
      becomes: 'attribute',
      files: vocObject('<truncated>1</truncated>'),
      has: /"truncated":\{"value":true\}/,
    },
    {
      name: '`pose`, unless `Unspecified`',
      becomes: 'attribute',
      files: vocObject('<pose>Left</pose>'),
      has: /"pose":\{"value":"Left"\}/,
    },
    {
      name: 'other texts of an object',
      becomes: 'attribute',
      files: vocObject('<score>0.5</score>'),
      has: /"score":\{"value":0.5\}/,
    },
    {
      name: '`part`, `actions`, `polygon` and other elements of an object',
      becomes: 'reported',
      files: vocObject('<actions><jumping>1</jumping></actions>'),
    },
    { name: 'other elements of the file', becomes: 'reported', files: vocObject('', '<weather>rain</weather>') },
    {
      name: 'pixels in `SegmentationClass/` without `SegmentationObject/`',
      becomes: 'reported',
      files: { ...vocObject(''), 'SegmentationClass/1.png': 'png' },
    },
  ],
}
