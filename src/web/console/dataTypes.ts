import type { Base } from '../../model/project.ts'
import type { Translator } from '../messages/translator.ts'

const DATA_TYPES = ['IMAGE', 'VIDEO', 'SENSOR_FUSION', 'POINT_CLOUD_SEGMENTATION'] as const satisfies Base[]

/** Choices of a field for the data type. */
export const dataTypes = (t: Translator) => DATA_TYPES.map((value) => ({ value, label: t(`dataType.${value}`) }))

/** The name of a data type; a type unknown to this version keeps its API name. */
export function dataTypeName(t: Translator, base: string): string {
  const known = DATA_TYPES.find((one) => one === base)
  return known ? t(`dataType.${known}`) : base
}
