import { IMAGE_GROUPS, writeShape } from '../../formats/results/wireShapes.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { attributesFor, attributesOfClass } from '../core/importedAttributes.ts'
import { ImportError, type ImportFailure, type ImportTarget, type ReadRequest } from '../core/reader.ts'
import type { PixelSize } from '../shapes/rings.ts'

/** The position of an object in the data set, for messages. */
export type ReadPlace = Omit<ImportFailure, 'type'>

/** One object of a data set's image, as far as it was read. */
export interface ReadObject {
  /** Its class, renamed once as the request wants, which also counts what is left out. null leaves the object out. */
  label: string | null
  /** null: its data is not a shape. */
  shape: FlatShape | null
  values: Iterable<readonly [string, unknown]>
  place: ReadPlace
  /** Its id, where it is related to others, or they to it. */
  id?: string
  relations?: readonly { name: string; to: string }[]
}

export interface ReadImage {
  objects: Iterable<ReadObject>
  /** Attributes of the image. */
  values: Iterable<readonly [string, unknown]>
  place: ReadPlace
}

/** The position of an object's attribute. */
export const attributePlace = (place: ReadPlace, name: string): ReadPlace => ({
  ...place,
  field: place.field ? `${place.field}.attributes.${name}` : `attributes.${name}`,
})

/** `data` of an image as it is submitted. Unusable parts are reported and left out. */
export function submittedImage({ tag, fail }: ReadRequest, image: ReadImage, size: PixelSize): object {
  const annotations: Record<string, object[]> = {}
  let lastPlace: ReadPlace | null = null
  for (const { label, shape, values, place, id, relations } of image.objects) {
    if (label === null) continue
    if (!shape) {
      fail({ ...place, type: 'INVALID_VALUE' })
      continue
    }
    const { attributes, unknown } = attributesFor(attributesOfClass(tag, label), values)
    // Several shapes of one object carry its attributes: report a lost one once.
    if (place !== lastPlace)
      for (const name of unknown) fail({ ...attributePlace(place, name), type: 'UNKNOWN', lost: name })
    lastPlace = place
    const group = IMAGE_GROUPS.find(({ kind }) => kind === shape.type)?.name ?? shape.type
    const ids = { ...(id && { _id: id }), ...(relations && { relations }) }
    const record = { ...ids, label, attributes, ...writeShape(shape, size) }
    const list = annotations[group]
    if (list) list.push(record)
    else annotations[group] = [record]
  }
  const own = attributesFor(tag.attributes, image.values)
  for (const name of own.unknown) fail({ ...attributePlace(image.place, name), type: 'UNKNOWN', lost: name })
  return { annotations, ...(Object.keys(own.attributes).length > 0 && { image_attributes: own.attributes }) }
}

/**
 * Pixels of the job's image, otherwise those of the data set. If both are known and differ, the labels count as pixels
 * of the job's image and the difference is reported: they may belong to another image, or to the one before it was
 * turned.
 * @throws ImportError if neither is known
 */
export function sizeOfImage(
  { frames }: ImportTarget,
  given: PixelSize | null,
  place: ReadPlace,
  { fail }: ReadRequest,
): PixelSize {
  const size = frames[0]?.files[0]?.size ?? given
  if (!size) throw new ImportError({ ...place, type: 'MISSING' }, `${place.file}: the size of its image is not known`)
  if (given && (given.widthPx !== size.widthPx || given.heightPx !== size.heightPx))
    fail({ ...place, field: place.field ? `${place.field}.size` : 'size', type: 'INVALID_VALUE', lost: 'size' })
  return size
}
