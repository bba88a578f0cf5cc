import { assembleResult } from '../../formats/results/assemble.ts'
import type { JobContext } from '../../formats/results/jobContext.ts'
import type { ResultDocument } from '../../formats/results/schemas.ts'
import { parseSubmission } from '../../formats/results/submission.ts'
import { splitInstance, type Tag } from '../../model/tag.ts'
import type { Format } from '../core/format.ts'
import { ImportError, type ImportedJob, type ImportFailure, type SentArchive } from '../core/reader.ts'
import { stemOf } from '../core/targetFrames.ts'
import type { PixelSize } from '../shapes/rings.ts'
import type { ConvertSource } from './convert.ts'

export interface ImageReading {
  archive: SentArchive
  format: Format
  /** Told for each entry or object that cannot be used. */
  fail(failure: ImportFailure): void
  /** Pixels of an image as it is shown upright; null where it cannot be decoded. */
  sizeOfImage(bytes: Uint8Array): Promise<PixelSize | null>
}

const NO_FILES = { pointCount: () => 0, projected: () => null, labelledCloud: null }

/**
 * The images of a data set as results. Classes are those that it names; its attributes are reported and left out, since
 * only a tag says of what type they are.
 */
export async function imageSources(reading: ImageReading): Promise<ConvertSource[]> {
  const { archive, format, fail } = reading
  const { read } = format
  if (!read) throw new ImportError({ file: '', type: 'NOT_ALLOWED' }, `${format.format} is not read`)
  const names = new Set<string>()
  const stems = new Map<string, number>()
  for await (const part of read(archive, { tag: tagOf([]), options: {}, fail: () => {} })) {
    for (const label of part.labels) names.add(splitInstance(label).className)
    const stem = withoutEnding(nameOf(part))
    stems.set(stem, (stems.get(stem) ?? 0) + 1)
  }
  // Entries get an ending again; names that differ in theirs alone keep it.
  const referenceOf = (part: ImportedJob) => {
    const stem = withoutEnding(nameOf(part))
    return stems.get(stem) === 1 ? stem : nameOf(part)
  }
  const tag = tagOf([...names].sort())
  const sources: ConvertSource[] = []
  for await (const part of read(archive, { tag, options: {}, fail })) {
    const document = await documentOf(reading, part, { tag, referenceId: referenceOf(part) })
    if (!document) continue
    const image = imageOf(archive, part)
    const openFile = async () => (image === null ? null : archive.open(image))
    const rest = { jobData: null, openLabelFile: async () => null, sizeOfImage: async () => null }
    sources.push({ open: async () => ({ document, openFile, ...rest }) })
  }
  return sources
}

const tagOf = (names: readonly string[]): Tag => ({
  ...{ name: 'converted', operation: 'image2d', attributes: [], review: null, instructions: null },
  classes: names.map((name) => ({
    ...{ classId: name, name, color: 'rgb(128, 128, 128)', instantiable: true, geometries: null },
    ...{ defaultSize: null, attributes: [], archived: false },
  })),
})

/** null, and told, when a part cannot be used. */
async function documentOf(
  reading: ImageReading,
  part: ImportedJob,
  { tag, referenceId }: { tag: Tag; referenceId: string },
): Promise<ResultDocument | null> {
  const { fail } = reading
  const [url = part.fileNames[0] ?? part.file] = part.sources
  const given = await sizeInArchive(reading, part)
  const file = { sensorId: '', url, size: given, pointCount: null, commonFromSensor: null }
  const target = { frames: [{ frameId: '', worldFromEgo: null, files: [file] }], sensors: [], pointCloudFrame: null }
  try {
    const size = given ?? part.imageSize ?? null
    if (!size) throw new ImportError({ file: part.file, type: 'MISSING' }, 'the size of the image is not known')
    const data = await part.build(target, (label) => label)
    const job = contextOf(tag, referenceId, url, size)
    const read = parseSubmission(job, data, { newId: countedIds(job.referenceId), defaultSource: 'pre_annotation' })
    if (!('failures' in read)) {
      const recordId = (trackId: string) => trackId
      const made = { document: read.document, job, computed: NO_FILES, resultVersion: 1, recordId }
      // Its records are made as they are written.
      return JSON.parse(JSON.stringify(assembleResult(made)))
    }
    for (const { field, type } of read.failures) fail({ file: part.file, field, type })
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    fail(error.failure)
  }
  return null
}

const contextOf = (tag: Tag, referenceId: string, src: string, image: PixelSize): JobContext => ({
  ...{ jobId: referenceId, referenceId, tag, sensors: [], inputSensorFrames: [] },
  frames: [{ frameId: '', src, image, timestamp: null, egoPose: null, sensorIds: new Set() }],
  ...{ exifOrientation: 1, pointCloudFrame: null, pointCount: null },
})

/** The same ids each time: what is converted twice is the same twice. */
function countedIds(referenceId: string): () => string {
  let count = 0
  return () => `${referenceId}/${++count}`
}

async function sizeInArchive({ archive, sizeOfImage }: ImageReading, part: ImportedJob): Promise<PixelSize | null> {
  const image = imageOf(archive, part)
  return image === null ? null : sizeOfImage(await archive.read(image))
}

const nameOf = ({ referenceId, fileNames, file }: ImportedJob): string => referenceId ?? fileNames[0] ?? file

const withoutEnding = (name: string): string => name.replace(IMAGE, '')

const IMAGE = /\.(jpe?g|png|webp|gif|avif|tiff?|bmp)$/i

/** The entry with the image itself; null where the archive has labels alone. */
function imageOf({ names }: SentArchive, { sources, fileNames }: ImportedJob): string | null {
  const [source] = sources
  if (source !== undefined && names.includes(source)) return source
  const stems = new Set(fileNames.map(stemOf))
  const fitting = names.filter((name) => IMAGE.test(name) && stems.has(stemOf(name)))
  return fitting.length === 1 ? fitting[0] : null
}
