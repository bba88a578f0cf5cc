import type { PcdEncoding, PcdField } from './pcdHeader.ts'

/** The identity pose, for clouds that came without one. */
export const NO_VIEWPOINT = '0 0 0 1 0 0 0'

interface HeaderParts {
  fields: readonly PcdField[]
  width: number
  height: number
  viewpoint?: string
  encoding: PcdEncoding
}

/** A header of version 0.7 as PCL writes it, line feed at its end. */
export function headerText({ fields, width, height, viewpoint, encoding }: HeaderParts): string {
  return `${[
    '# .PCD v0.7 - Point Cloud Data file format',
    'VERSION 0.7',
    `FIELDS ${fields.map((field) => field.name).join(' ')}`,
    `SIZE ${fields.map((field) => field.size).join(' ')}`,
    `TYPE ${fields.map((field) => field.type).join(' ')}`,
    `COUNT ${fields.map((field) => field.count).join(' ')}`,
    `WIDTH ${width}`,
    `HEIGHT ${height}`,
    `VIEWPOINT ${viewpoint ?? NO_VIEWPOINT}`,
    `POINTS ${width * height}`,
    `DATA ${encoding}`,
  ].join('\n')}\n`
}
