/** Address of the image. */
export type DecodeRequest = string

/** Bytes so far. */
export type DecodeProgress = number
