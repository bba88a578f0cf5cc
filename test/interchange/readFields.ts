import { cocoFields } from './fields/coco.ts'
import { cvatFields, cvatVideoFields } from './fields/cvat.ts'
import { datumaroFields } from './fields/datumaro.ts'
import type { FormatFields } from './fields/field.ts'
import { labelStudioFields } from './fields/labelStudio.ts'
import { kittiFields, motFields, yoloFields } from './fields/lines.ts'
import { vocFields } from './fields/voc.ts'

export const READ_FIELDS: readonly FormatFields[] = [
  cocoFields,
  yoloFields,
  vocFields,
  cvatFields,
  labelStudioFields,
  datumaroFields,
  motFields,
  cvatVideoFields,
  kittiFields,
]
