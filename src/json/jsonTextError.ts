/**
 * The fault of bytes that should be one JSON text. `field` is the path of the offending value, '' for the whole text.
 */
export class JsonTextError extends Error {
  readonly field: string
  constructor(message: string, field = '') {
    super(message)
    this.field = field
  }
}
