import { type TProperties, Type } from 'typebox'

/** A body that changes settings: a key that it does not know is refused (UNKNOWN), since a typo would change nothing. */
export const settingsBody = <const Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })
