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

/** Replaces a name in both headers of a ZIP by one of the same length, as no honest tool writes it. */
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
      ...{ id, bbox, iscrowd: 0, area: bbox[2] * bbox[3] },
      image_id: images.indexOf(image),
      category_id: categories.indexOf(label),
    })),
  }
}
