import { inputFiles, type JobInput } from '../../formats/jobBody/input.ts'
import type { FileFacts } from '../../formats/results/contextOfJob.ts'
import { writeLabelledPcd } from '../../pcd/labelledPcd.ts'
import { DEFAULT_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { sentCloud } from '../clouds/sentCloud.ts'
import { isImageName } from '../core/entryNames.ts'
import { ImportError, type ImportedJob, type SentArchive } from '../core/reader.ts'
import { asPcd } from '../core/sentRig.ts'
import { stemOf } from '../core/targetFrames.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { type StoredImage, uprightSize } from './storedImage.ts'

/** Entries that are copies of files, by their addresses. */
type Copies = ReadonlyMap<string, string>
type Bytes = AsyncIterable<Uint8Array>

interface Reading {
  archive: SentArchive
  factsOfImage(bytes: Uint8Array): Promise<StoredImage | null>
}

/** The files of a data set in its archive, by the names that jobs made from it use. */
export class DataSetFiles {
  readonly #reading: Reading
  /** Entries by their whole name, clouds by their name as PCD. */
  readonly #entries: ReadonlyMap<string, string>
  /** Images by their last part without its ending; null where several share one. */
  readonly #byStem = new Map<string, string | null>()

  constructor(reading: Reading) {
    this.#reading = reading
    const { names } = reading.archive
    this.#entries = new Map(names.flatMap((name) => [[asPcd(name), name] as const, [name, name] as const]))
    for (const name of names.filter(isImageName))
      this.#byStem.set(stemOf(name), this.#byStem.has(stemOf(name)) ? null : name)
  }

  /**
   * Sizes and orientation of images, as far as the archive or the data set has them.
   * @throws ImportError if one that is needed is missing
   */
  async factsOf(part: ImportedJob, input: JobInput, copies: Copies): Promise<Map<string, FileFacts>> {
    const facts = new Map<string, FileFacts>()
    const told = await sizesOfRig(part)
    const lidars = lidarsOf(input)
    const isFlat = input.kind === 'image' || input.kind === 'video'
    for (const file of inputFiles(input)) {
      if ('sensorId' in file && typeof file.sensorId === 'string' && lidars.has(file.sensorId)) continue
      // Frames of a video are of one size; what a data set of images says of theirs is not always so.
      const given = isFlat ? (part.imageSize ?? null) : (told.get(file.url) ?? null)
      const known = given && { ...given, exifOrientation: 1 }
      const image =
        (input.kind === 'video' ? known : null) ??
        (await this.#factsOf(copies.get(file.url) ?? file.url, part)) ??
        known
      if (image) facts.set(file.field, fileFacts(image))
      else if (isFlat) throw new ImportError({ file: part.file, type: 'MISSING' }, 'the size of the image is not known')
    }
    return facts
  }

  /** The archive's own file for each address of a job. */
  of(input: JobInput, facts: ReadonlyMap<string, FileFacts>, copies: Copies) {
    const known = new Map(inputFiles(input).map(({ url, field }) => [url, facts.get(field)]))
    return {
      openFile: async (url: string): Promise<Bytes | null> => this.#open(copies.get(url) ?? url),
      factsOfImage: async (url: string): Promise<StoredImage | null> => {
        const found = known.get(url)
        if (!found || !('width' in found)) return null
        return { widthPx: found.width, heightPx: found.height, exifOrientation: found.exifOrientation }
      },
    }
  }

  /** The entry of the cloud that a segmentation labels; null where the archive has labels alone. */
  cloudOf(input: JobInput): string | null {
    const lidars = lidarsOf(input)
    if (!('sensors' in input)) return null
    const cloud = input.frames[0]?.sensors.find(({ sensorId }) => lidars.has(sensorId))
    return (cloud && this.#entries.get(cloud.url)) ?? null
  }

  /** The cloud with a label a point, as results deliver it. */
  async openLabelled(entry: string, labels: Uint32Array): Promise<Bytes | null> {
    const cloud = await sentCloud(this.#reading.archive, entry, labels.length)
    return cloud && writeLabelledPcd(cloud, labels, DEFAULT_PCD_LIMITS)
  }

  async #open(url: string): Promise<Bytes | null> {
    const entry = this.#entryOf(url)
    if (entry === null) return null
    return isImageName(entry) ? this.#reading.archive.open(entry) : sentCloud(this.#reading.archive, entry, null)
  }

  #entryOf(url: string): string | null {
    return this.#entries.get(url) ?? this.#byStem.get(stemOf(url)) ?? null
  }

  async #factsOf(url: string, { fileNames }: ImportedJob): Promise<StoredImage | null> {
    const names = [url, ...fileNames]
    const entry = names.map((name) => this.#entryOf(name)).find((found) => found !== null)
    if (!entry || !isImageName(entry)) return null
    return this.#reading.factsOfImage(await this.#reading.archive.read(entry))
  }
}

const lidarsOf = (input: JobInput): ReadonlySet<string> =>
  new Set('sensors' in input ? input.sensors.flatMap(({ id, modality }) => (modality === 'lidar' ? [id] : [])) : [])

async function sizesOfRig(part: ImportedJob): Promise<Map<string, PixelSize>> {
  const rig = await part.rig?.()
  const files = rig?.frames.flatMap((frame) => frame.files) ?? []
  return new Map(files.flatMap(({ source, size }) => (size ? [[source, size] as const] : [])))
}

function fileFacts(image: StoredImage): FileFacts {
  const { widthPx: width, heightPx: height, exifOrientation } = image
  const upright = uprightSize(image)
  return { width, height, uprightWidth: upright.widthPx, uprightHeight: upright.heightPx, exifOrientation }
}
