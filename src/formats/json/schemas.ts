import { type Static, type TSchema, Type } from 'typebox'

/** A string that is one of a few. */
export const stringEnum = <const Values extends readonly string[]>(...values: Values) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values })

/** The value or null, in answers. */
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/**
 * A member of a request that may be absent or null: real clients send null for a key they do not use. It is a list of
 * types, so that a failure names the expectation.
 */
export const optionalOrNull = <S extends TSchema>(schema: S) => {
  const { type, enum: values, ...rest } = JSON.parse(JSON.stringify(schema))
  const within = values ? { enum: [...values, null] } : {}
  return Type.Optional(Type.Unsafe<Static<S> | null>({ ...rest, type: [type, 'null'], ...within }))
}

export const Id = Type.String({ format: 'uuid' })
export const Time = Type.String({ format: 'date-time', description: 'ISO 8601 with a numeric offset' })
export const Count = Type.Integer({ minimum: 0 })

/** An object of which the schema says no more; `words` say where to read on. */
export const jsonObject = (words: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', description: words })
