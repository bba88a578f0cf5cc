import { type TObjectOptions, type TProperties, Type } from 'typebox'

/** The answer of calls that succeed without data. */
export const EmptyAnswer = Type.Object({}, { additionalProperties: false })

/** An optional parameter that is text. */
export const textParameter = (description: string) => Type.Optional(Type.String({ description }))

/** Other answers of a call for a file. */
export const FILE_ANSWERS = {
  302: 'where STORAGE_READS is presigned: the file at the storage itself',
  206: 'the part that Range asks for',
  304: 'what If-None-Match names is still the file',
}

/** A body that changes settings: an unknown key is refused (UNKNOWN), since a typo would change nothing. */
export const settingsBody = <const Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
) => Type.Object(properties, { ...options, additionalProperties: false })
