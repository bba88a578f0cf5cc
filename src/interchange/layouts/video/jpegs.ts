/** The largest picture: 300 megapixels are hardly ever more. */
const MAX_PICTURE_BYTES = 512 * 1024 * 1024

const MARKER = 0xff
const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9

/**
 * Cuts a stream of JPEGs, one behind the other, into pictures. The encoder writes no thumbnails, so within a picture no
 * marker but its own last one is an end: in its data each 0xff is followed by 0x00 or a restart marker.
 * @throws RangeError where the stream is no JPEG
 */
export async function* jpegsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let length = 0
  let isAfterMarker = false
  for await (const piece of pieces) {
    let start = 0
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]
      if (isAfterMarker && byte === END_OF_IMAGE) {
        parts.push(piece.subarray(start, at + 1))
        yield picture(parts)
        parts = []
        length = 0
        start = at + 1
      }
      isAfterMarker = byte === MARKER
    }
    parts.push(piece.subarray(start))
    length += piece.length - start
    if (length > MAX_PICTURE_BYTES) throw new RangeError(`a picture of more than ${MAX_PICTURE_BYTES} bytes`)
  }
}

function picture(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = Buffer.concat(parts)
  if (bytes[0] !== MARKER || bytes[1] !== START_OF_IMAGE) throw new RangeError('the decoder wrote no JPEG')
  return bytes
}
