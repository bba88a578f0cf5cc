import type { Key } from '../document.ts'
import type { CuboidPlacement, ViewShape } from '../shape.ts'

type AnyKey = Key<CuboidPlacement | ViewShape>

/** Keys of a cuboid or of a view. */
export type AnyKeys = readonly AnyKey[]

export const isCuboidKey = (key: AnyKey): key is Key<CuboidPlacement> => key.kind !== 'shape' || 'position' in key.shape

export const isFlatKey = (key: AnyKey): key is Key<ViewShape> => key.kind !== 'shape' || !('position' in key.shape)
