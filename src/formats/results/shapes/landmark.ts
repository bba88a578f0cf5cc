import { Type } from 'typebox'
import { memberPath } from '../../../json/text.ts'
import type { Landmark, LandmarkPoint } from '../../../model/document/shape.ts'
import { wordsFor } from '../../errors/fault.ts'
import { optional, readFlag } from '../read.ts'
import { readNamedPoints } from '../readPoints.ts'
import { Unit, type WireShape } from './wireShape.ts'

export const WIRE_LANDMARK: WireShape<Landmark> = {
  group: { name: 'landmarks', always: true },
  delivered: {
    points: Type.Record(
      Type.String(),
      Type.Object({ x: Unit, y: Unit, label: Type.Integer(), visible: Type.Boolean() }),
    ),
  },
  sent: {
    points: Type.Array(
      Type.Object({ x: Type.Number(), y: Type.Number(), label: Type.Integer(), visible: Type.Boolean() }),
    ),
  },
  read(record, path, _, failures) {
    const named = readNamedPoints(record, path, failures)
    if (!named) return null
    if (named.size === 0) {
      failures.add(`${path}.points`, 'INVALID_VALUE', wordsFor('at least 1 point', 'none'))
      return null
    }
    const points: LandmarkPoint[] = []
    for (const [name, { point, given }] of named) {
      const field = memberPath(`${path}.points`, name)
      // Left out, the keypoints are numbered as they come.
      const label = optional(given, 'label') ?? points.length + 1
      if (typeof label !== 'number' || !Number.isSafeInteger(label) || label < 0) {
        const type = typeof label === 'number' ? 'INVALID_VALUE' : 'INVALID_TYPE'
        failures.add(`${field}.label`, type, wordsFor('a whole number of at least 0', label))
      } else points.push({ ...point, label, visible: readFlag(given, 'visible', true, field, failures) })
    }
    return points.length === named.size ? { type: 'landmark', points } : null
  },
  write(shape) {
    const points = shape.points.map(({ x, y, label, visible }) => ({ x, y, label, visible }))
    return { points: Object.fromEntries(points.map((point, i) => [`p${i + 1}`, point])) }
  },
}
