import { FLAT_GEOMETRY_KINDS, type FlatGeometryKind, type GeometryKind } from '../../model/annotationType.ts'
import { kindsWith } from '../../model/shapes/flatShapes.ts'

/** Kinds of shapes that cover an area. */
export const AREA_KINDS = kindsWith(({ hasArea }) => hasArea)

/** Losses of shapes that a format leaves out. */
export const droppedLosses = (kinds: readonly FlatGeometryKind[]): string[] => kinds.map((kind) => `${kind}_dropped`)

/** Losses of shapes that a format writes in another form. */
export const lossesAs = (form: 'box' | 'polygon' | 'mask', kinds: readonly FlatGeometryKind[]): string[] =>
  kinds.map((kind) => `${kind}_as_${form}`)

export const flatKindsExcept = (...kinds: readonly FlatGeometryKind[]): FlatGeometryKind[] =>
  FLAT_GEOMETRY_KINDS.filter((kind) => !kinds.includes(kind))

/** Losses of a format that knows boxes alone: other areas become their bounding box, and the rest is left out. */
export const BOX_FORMAT_LOSSES: readonly string[] = [
  ...droppedLosses(FLAT_GEOMETRY_KINDS),
  ...lossesAs(
    'box',
    AREA_KINDS.filter((kind) => kind !== 'rectangle'),
  ),
]

const CURVED_KINDS = kindsWith(({ isCurved }) => isCurved)

/** Losses of a format that has polygons, but no curves. */
export const CURVE_LOSSES: readonly string[] = lossesAs('polygon', CURVED_KINDS)

/** Losses of curves that are left out because nothing of them is in the image. */
export const DROPPED_CURVE_LOSSES: readonly string[] = droppedLosses(CURVED_KINDS)

/** Losses of the areas that a format has no shape for, and writes as polygons. `own`: the kinds that it has. */
export const outlineLosses = (own: readonly GeometryKind[]): string[] =>
  lossesAs(
    'polygon',
    AREA_KINDS.filter((kind) => !own.includes(kind)),
  )
