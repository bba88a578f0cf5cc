interface Size {
  width: number
  height: number
}

/**
 * The size of a WebP picture, found without its decoder, which allocates the picture first. null if no size is found:
 * the decoder refuses such a file. (RFC 9649)
 */
export function webpSize(bytes: Uint8Array): Size | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let size: Size | null = null
  for (let at = 12; at + 18 <= data.length; ) {
    const type = data.toString('latin1', at, at + 4)
    size = larger(size, chunkSize(data, type, at + 8))
    if (type === 'VP8 ' || type === 'VP8L') return size
    const length = data.readUInt32LE(at + 4)
    at += 8 + length + (length & 1)
  }
  return size
}

/** The extended header and the picture itself should agree; otherwise the larger size counts. */
function larger(a: Size | null, b: Size | null): Size | null {
  if (!a || !b) return a ?? b
  return { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) }
}

function chunkSize(data: Buffer, type: string, at: number): Size | null {
  if (type === 'VP8X') return { width: data.readUIntLE(at + 4, 3) + 1, height: data.readUIntLE(at + 7, 3) + 1 }
  if (type === 'VP8L') {
    const bits = data.readUInt32LE(at + 1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (type === 'VP8 ') return { width: data.readUInt16LE(at + 6) & 0x3fff, height: data.readUInt16LE(at + 8) & 0x3fff }
  return null
}
