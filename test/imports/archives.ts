import { once } from 'node:events'
import yazl from 'yazl'

/** A ZIP of these entries. */
export async function zipOf(entries: Readonly<Record<string, string | Buffer | object>>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(bytesOf(content), name)
  zip.end()
  const pieces: Buffer[] = []
  zip.outputStream.on('data', (piece: Buffer) => pieces.push(piece))
  await once(zip.outputStream, 'end')
  return Buffer.concat(pieces)
}

function bytesOf(content: string | Buffer | object): Buffer {
  if (Buffer.isBuffer(content)) return content
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
}

/** Replaces a name in both headers of a ZIP by one of the same length; no honest tool writes such a file. */
export const renamed = (zip: Buffer, from: string, to: string): Buffer =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')

export interface CocoBox {
  image: string
  label: string
  bbox: [number, number, number, number]
}

/** A COCO data set of boxes, images of 40 × 30 pixels. */
export function cocoOf(boxes: readonly CocoBox[]): object {
  const images = [...new Set(boxes.map(({ image }) => image))]
  const categories = [...new Set(boxes.map(({ label }) => label))]
  return {
    images: images.map((file_name, id) => ({ id, file_name, width: 40, height: 30 })),
    categories: categories.map((name, id) => ({ id, name })),
    annotations: boxes.map(({ image, label, bbox }, id) => ({
      id,
      bbox,
      iscrowd: 0,
      area: bbox[2] * bbox[3],
      image_id: images.indexOf(image),
      category_id: categories.indexOf(label),
    })),
  }
}

/**
 * A ZIP whose directory names one entry many times: each of them unpacks, while the archive stays as small as one. No
 * honest tool writes it.
 */
export async function overlapping(content: Buffer, names: readonly string[]): Promise<Buffer> {
  const one = await zipOf({ [names[0]]: content })
  const end = one.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const start = one.readUInt32LE(end + 16)
  const header = one.subarray(start, start + 46)
  const listed = names.map((name) => {
    const named = Buffer.from(header)
    named.writeUInt16LE(name.length, 28)
    named.writeUInt16LE(0, 30)
    named.writeUInt16LE(0, 32)
    return Buffer.concat([named, Buffer.from(name)])
  })
  const directory = Buffer.concat(listed)
  const last = Buffer.from(one.subarray(end))
  last.writeUInt16LE(names.length, 8)
  last.writeUInt16LE(names.length, 10)
  last.writeUInt32LE(directory.length, 12)
  return Buffer.concat([one.subarray(0, start), directory, last])
}
