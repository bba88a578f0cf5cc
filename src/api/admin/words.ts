import { Type } from 'typebox'

/** A string that is one of a few words. */
export const words = <const W extends readonly string[]>(...values: W) =>
  Type.Unsafe<W[number]>({ type: 'string', enum: values })

/** An optional key that may be null too. */
export const orNull = <T>(schema: { type?: unknown }) =>
  Type.Optional(Type.Unsafe<T | null>({ ...schema, type: [schema.type, 'null'] as never }))
