import { Type } from 'typebox'

/** Of calls that have nothing to tell but that they were done. */
export const EmptyAnswer = Type.Object({}, { additionalProperties: false })
