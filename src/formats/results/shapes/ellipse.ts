import { Type } from 'typebox'
import type { Ellipse } from '../../../model/document/shape.ts'
import { readNumber, readObject, readPositive } from '../read.ts'
import { readFreePoint } from '../readPoints.ts'
import { FreePoint, Positive, SentSize, type WireShape } from './wireShape.ts'

export const WIRE_ELLIPSE: WireShape<Ellipse> = {
  group: { name: 'ellipses', always: false },
  delivered: { center: FreePoint, radii: Type.Object({ x: Positive, y: Positive }), rotation: Type.Number() },
  sent: { center: FreePoint, radiusXPx: SentSize, radiusYPx: SentSize, rotationRad: Type.Number() },
  read(record, path, _, failures) {
    const center = readFreePoint(record, 'center', path, failures)
    const radii = readObject(record, 'radii', path, failures)
    const radiusXPx = radii && readPositive(radii, 'x', `${path}.radii`, failures)
    const radiusYPx = radii && readPositive(radii, 'y', `${path}.radii`, failures)
    const rotationRad = readNumber(record, 'rotation', path, failures)
    if (!center || radiusXPx === null || radiusYPx === null || rotationRad === null) return null
    return { type: 'ellipse', center, radiusXPx, radiusYPx, rotationRad }
  },
  write: (shape) => ({
    center: { x: shape.center.x, y: shape.center.y },
    radii: { x: shape.radiusXPx, y: shape.radiusYPx },
    rotation: shape.rotationRad,
  }),
}
