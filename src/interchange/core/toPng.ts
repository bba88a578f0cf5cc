import sharp from 'sharp'

/** Formats that name PNG get PNG: an image as it is stored, without turning it. */
export async function toPng(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return sharp(Buffer.concat(chunks)).png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer()
}
