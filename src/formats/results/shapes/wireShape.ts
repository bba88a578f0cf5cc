import { type TProperties, Type } from 'typebox'
import type { FlatShape } from '../../../model/document/shape.ts'
import type { FailureList } from '../failureList.ts'
import type { ImageSize } from '../jobContext.ts'
import type { JsonObject } from '../read.ts'

/** How one kind of shape in images is sent and delivered. Methods receive shapes of their own kind alone. */
export interface WireShape<S extends FlatShape = FlatShape> {
  /** The group of an image's annotations that has its records; `always`: it is delivered even if it is empty. */
  group: { name: string; always: boolean }
  /** The members of a delivered record that make its geometry. */
  delivered: TProperties
  /** The members of a shape as pages and rows of data sets send it, next to its `type`. */
  sent: TProperties
  /**
   * Reads the geometry of a record; reports its faults to `failures` and returns null. `image` is null where masks are
   * not allowed.
   */
  read(record: JsonObject, path: string, image: ImageSize | null, failures: FailureList): S | null
  /** The members of a record that make its geometry. `image`: the pixels in which angles and radii are measured. */
  write(shape: S, image: ImageSize | null): Record<string, unknown>
}

export const Positive = Type.Number({ exclusiveMinimum: 0 })
export const Unit = Type.Number({ minimum: 0, maximum: 1 })
/** A point in an image, and one that may be outside of it. */
export const UnitPoint = Type.Object({ x: Unit, y: Unit })
export const FreePoint = Type.Object({ x: Type.Number(), y: Type.Number() })
/** Points by name, and the pairs of names that edges join. */
export const NamedUnitPoints = Type.Record(Type.String(), UnitPoint)
export const NamedEdges = Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 2, maxItems: 2 }))

/** A size in pixels as pages send it. */
export const SentSize = Type.Number({ minimum: 0 })
export const SentPoints = Type.Array(FreePoint)
