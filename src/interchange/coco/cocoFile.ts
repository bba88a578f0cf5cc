import type { JsonList, JsonOutline } from '../../json/jsonOutline.ts'
import { firstEntry, jsonEntries } from '../core/jsonEntries.ts'
import { ImportError, type ImportFailure } from '../core/reader.ts'
import { readJsonPart } from '../core/readJson.ts'
import {
  type CocoAnnotation,
  type CocoCategory,
  type CocoImage,
  checkCocoAnnotation,
  checkCocoCategories,
  checkCocoImage,
  nameOfImage,
} from './dataset.ts'

type Tell = (failure: ImportFailure) => void

/** One file of a COCO data set. Annotations stay bytes until those of an image are asked for: sets have millions. */
export class CocoFile {
  readonly name: string
  readonly byteLength: number
  readonly images = new Map<string, CocoImage>()
  readonly #categories: ReadonlyMap<string, CocoCategory>
  readonly #annotations: JsonList | null
  /** Places in the list of annotations, and the labels that they name, by image. */
  readonly #ofImages = new Map<string, { places: number[]; labels: Set<string> }>()

  private constructor(
    { name, byteLength }: Pick<CocoFile, 'name' | 'byteLength'>,
    categories: ReadonlyMap<string, CocoCategory>,
    annotations: JsonList | null,
  ) {
    this.name = name
    this.byteLength = byteLength
    this.#categories = categories
    this.#annotations = annotations
  }

  /** Reports the entries that cannot be used. @throws ImportError if the file is not COCO */
  static read(name: string, outline: JsonOutline, tell: Tell): CocoFile {
    const images = listOf(outline, name, 'images')
    if (!images) throw new ImportError({ file: name, field: 'images', type: 'MISSING' }, `${name}: images are missing`)
    const given = () => outline.member('categories') ?? []
    const categories = readJsonPart({ name, field: 'categories' }, checkCocoCategories, given)
    const byId = new Map<string, CocoCategory>()
    for (const [index, category] of categories.entries()) {
      const field = `categories[${index}].id`
      // It is ambiguous which of two classes an annotation means.
      if ((byId.get(String(category.id)) ?? category).name !== category.name)
        throw new ImportError(
          { file: name, field, type: 'DUPLICATE' },
          `${name}: two classes have the id ${category.id}`,
        )
      byId.set(String(category.id), category)
    }
    const file = new CocoFile({ name, byteLength: outline.byteLength }, byId, listOf(outline, name, 'annotations'))
    for (const { value, index } of jsonEntries(images, { name, field: 'images' }, checkCocoImage, tell)) {
      const id = String(value.id)
      if (nameOfImage(value) === null) tell({ file: name, field: `images[${index}].file_name`, type: 'MISSING' })
      else if (file.images.has(id)) tell({ file: name, field: `images[${index}].id`, type: 'DUPLICATE' })
      else file.images.set(id, value)
    }
    file.#noteAnnotations(tell)
    return file
  }

  /**
   * Reads a list of results, as detectors write it: its images and classes are those of the file that has the image of
   * the first result. null if no file has that image.
   */
  static readResults(
    { name, byteLength, list }: { name: string; byteLength: number; list: JsonList },
    files: readonly CocoFile[],
    tell: Tell,
  ): CocoFile | null {
    const imageId = imageOfResult(firstEntry(list, name))
    const about = imageId === null ? files[0] : files.find(({ images }) => images.has(imageId))
    if (!about) return null
    const file = new CocoFile({ name, byteLength }, about.#categories, list)
    for (const [id, image] of about.images) file.images.set(id, image)
    file.#noteAnnotations(tell)
    return file
  }

  labelsOf({ id }: CocoImage): ReadonlySet<string> {
    return this.#ofImages.get(String(id))?.labels ?? new Set()
  }

  annotationsOf({ id }: CocoImage): { annotation: CocoAnnotation; category: CocoCategory }[] {
    const places = this.#ofImages.get(String(id))?.places ?? []
    return places.flatMap((place) => {
      const annotation = readJsonPart(this.#place(place), checkCocoAnnotation, () => this.#annotations?.at(place))
      const category = this.#categories.get(String(annotation.category_id))
      return category ? [{ annotation, category }] : []
    })
  }

  #place(index: number) {
    return { name: this.name, field: `annotations[${index}]` }
  }

  #noteAnnotations(tell: Tell): void {
    if (!this.#annotations) return
    const entries = jsonEntries(this.#annotations, { name: this.name, field: 'annotations' }, checkCocoAnnotation, tell)
    for (const { value, index } of entries) {
      const imageId = String(value.image_id)
      const category = this.#categories.get(String(value.category_id))
      if (!category || !this.images.has(imageId)) {
        const member = category ? 'image_id' : 'category_id'
        tell({ file: this.name, field: `annotations[${index}].${member}`, type: 'UNKNOWN' })
        continue
      }
      const known = this.#ofImages.get(imageId)
      if (known) {
        known.places.push(index)
        known.labels.add(category.name)
      } else this.#ofImages.set(imageId, { places: [index], labels: new Set([category.name]) })
    }
  }
}

/** The id of the image that a result is about; null if the entry is not a result. */
export const imageOfResult = (entry: unknown): string | null =>
  typeof entry === 'object' && entry !== null && 'image_id' in entry ? String(entry.image_id) : null

/** null where it is missing. */
function listOf(outline: JsonOutline, name: string, field: string): JsonList | null {
  const list = outline.list(field)
  if (!list && outline.has(field) && outline.member(field) !== null)
    throw new ImportError({ file: name, field, type: 'INVALID_TYPE' }, `${name}: ${field} is no list`)
  return list
}
