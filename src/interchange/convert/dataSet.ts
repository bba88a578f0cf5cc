import { makeDataCheck } from '../../formats/jobBody/data.ts'
import { readStoredJob } from '../../formats/jobBody/readInput.ts'
import { assembleResult } from '../../formats/results/assemble.ts'
import { contextOfJob } from '../../formats/results/contextOfJob.ts'
import { parseSubmission } from '../../formats/results/submission.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { hasCameraBoxes, isOneRecord, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { PointLabels } from '../../model/document/document.ts'
import { splitInstance, type Tag } from '../../model/tag.ts'
import type { Format } from '../core/format.ts'
import { ImportManifest } from '../core/importManifest.ts'
import { importTarget } from '../core/importTarget.ts'
import { partJobData } from '../core/partJobData.ts'
import { ImportError, type ImportedJob, type ImportFailure, type SentArchive } from '../core/reader.ts'
import type { ConvertSource } from './convert.ts'
import { DataSetFiles } from './dataSetFiles.ts'
import { type TagFile, withDeclared } from './declaredAttributes.ts'
import type { KeptParts } from './keptParts.ts'
import type { StoredImage } from './storedImage.ts'

export interface DataSetReading {
  archive: SentArchive
  format: Format
  /** Told for each entry or object that cannot be used. */
  fail(failure: ImportFailure): void
  /** null where it cannot be decoded. */
  factsOfImage(bytes: Uint8Array): Promise<StoredImage | null>
  /** Parts that were read and wait to be written. */
  kept: KeptParts
  /** The types of its attributes; attributes that it does not declare are reported and left out. */
  declared?: TagFile | null
}

/** Points in boxes are counted by a service, which has the clouds. */
const NOTHING_COUNTED = { pointCount: () => 0, projected: () => null }
/** A data set that belongs to no service has no counted points. */
const MAX_FRAMES = 1_000_000
const checkData = makeDataCheck(MAX_FRAMES)
const NO_COPIES: ReadonlyMap<string, string> = new Map()
const LABELLED_CLOUD = 'labels.pcd'

/**
 * The parts of a data set as results, images, videos and sequences alike. Classes are those that it names; only a tag
 * says of what type its attributes are.
 */
export async function dataSetSources(reading: DataSetReading): Promise<ConvertSource[]> {
  const { archive, format, fail, declared } = reading
  const { read } = format
  if (!read) throw new ImportError({ file: '', type: 'NOT_ALLOWED' }, `${format.format} is not read`)
  const classes = new Map<AnnotationType, Set<string>>()
  const stems = new Map<string, number>()
  const anyTag = tagOf(format.annotationTypes[0], [])
  for await (const part of read(archive, { tag: anyTag, options: {}, fail: () => {} })) {
    const annotationType = await partOperation(part, format)
    const names = classes.get(annotationType) ?? new Set()
    classes.set(annotationType, names)
    for (const label of part.labels) names.add(splitInstance(label).className)
    const stem = withoutEnding(nameOf(part))
    stems.set(stem, (stems.get(stem) ?? 0) + 1)
  }
  // Entries get an ending again; names that differ in theirs alone keep it.
  const referenceOf = (part: ImportedJob) => {
    const stem = withoutEnding(nameOf(part))
    return stems.get(stem) === 1 ? stem : nameOf(part)
  }
  const manifest = await ImportManifest.read(archive)
  const files = new DataSetFiles(reading)
  const sources: ConvertSource[] = []
  for (const [annotationType, names] of classes) {
    const found = tagOf(annotationType, [...names].sort())
    const tag = declared ? withDeclared(found, declared) : found
    for await (const part of read(archive, { tag, options: {}, fail })) {
      if ((await partOperation(part, format)) !== annotationType) continue
      const place = { tag, referenceId: referenceOf(part), own: manifest.sourcesOf(part) }
      const source = await sourceOf(reading, part, place, files)
      if (source) sources.push(source)
    }
  }
  return sources
}

const tagOf = (annotationType: AnnotationType, names: readonly string[]): Tag => ({
  name: `converted ${annotationType}`,
  annotationType,
  attributes: [],
  review: null,
  instructions: null,
  classes: names.map((name) => ({
    classId: name,
    name,
    color: 'rgb(128, 128, 128)',
    instantiable: true,
    geometries: null,
    defaultSize: null,
    attributes: [],
    archived: false,
  })),
})

interface PartPlace {
  tag: Tag
  referenceId: string
  own: ReturnType<ImportManifest['sourcesOf']>
}

/** Reports a part that cannot be used, and answers null. */
async function sourceOf(
  reading: DataSetReading,
  part: ImportedJob,
  place: PartPlace,
  files: DataSetFiles,
): Promise<ConvertSource | null> {
  try {
    return await readPart(reading, part, place, files)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    reading.fail(error.failure)
    return null
  }
}

async function readPart(
  { fail, kept }: DataSetReading,
  part: ImportedJob,
  { tag, referenceId, own }: PartPlace,
  files: DataSetFiles,
): Promise<ConvertSource | null> {
  const { annotationType } = tag
  const copies = own?.copies ?? NO_COPIES
  const data = (await partJobData(part, annotationType, (source) => source, own)) ?? imageNamed(part, annotationType)
  if (!data) throw new ImportError({ file: part.file, type: 'MISSING' }, `${part.file} names no images or clouds`)
  const checked = checkData(data, { annotationType, keptSensors: new Map(), checkUrl: () => null })
  if ('failures' in checked) {
    for (const { field, type } of checked.failures) fail({ file: part.file, field, type })
    return null
  }
  const stored = readStoredJob(Buffer.from(JSON.stringify({ data })), annotationType, null)
  const facts = await files.factsOf(part, stored.input, copies)
  const pointCloudFrame = 'sensors' in stored.input ? ('sensor' as const) : null
  const job = contextOfJob({ jobId: referenceId, referenceId, tag, pointCloudFrame, stored, files: facts })
  const built = await part.build(importTarget({ job, stored, files: facts }), (label) => label)
  const pointCount = pointsIn(built)
  const newId = countedIds(referenceId)
  const onRelationLeftOut = (field: string, lost: string) => fail({ file: part.file, field, type: 'NOT_ALLOWED', lost })
  const options = { newId, defaultSource: 'pre_annotation', onRelationLeftOut } as const
  const read = parseSubmission({ ...job, pointCount }, built, options)
  if ('failures' in read) {
    for (const { field, type } of read.failures) fail({ file: part.file, field, type })
    return null
  }
  const labelledCloud = read.labels && labelledCloudOf(read.labels)
  const made = {
    document: read.document,
    job: { ...job, pointCount },
    resultVersion: 1,
    computed: { ...NOTHING_COUNTED, labelledCloud },
    recordId: countedRecords(referenceId),
  }
  const document = await kept.keep(assembleResult(made))
  const labels = read.labels && (await kept.keepLabels(read.labels))
  const cloud = labels && files.cloudOf(stored.input)
  const openLabelFile = async () => (cloud && labels ? files.openLabelled(cloud, await labels()) : null)
  const originals = files.of(stored.input, facts, copies)
  return {
    open: async () => ({ document: await document(), jobData: data, ...originals, openLabelFile }),
  }
}

/** A part may name an image that the archive does not hold: its labels are results all the same. */
const imageNamed = ({ fileNames, file }: ImportedJob, annotationType: AnnotationType): object | null =>
  isOneRecord(annotationType) ? { image_url: fileNames[0] ?? file } : null

/** The number of points of a segmentation, which has a label for each. */
const pointsIn = (built: object): number | null =>
  'labels' in built && Array.isArray(built.labels) ? built.labels.length : null

function labelledCloudOf(labels: PointLabels) {
  const counts = new Map<number, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return { url: LABELLED_CLOUD, pointCount: labels.length, counts }
}

/** Counts the ids, so that converting a data set twice gives the same bytes. */
function countedIds(referenceId: string): () => string {
  let count = 0
  return () => `${referenceId}/${++count}`
}

const countedRecords = (referenceId: string) => (trackId: string, sensorId: string, frame: number) =>
  sensorId === '' && frame === 0 ? trackId : `${referenceId}/${trackId}/${sensorId}/${frame}`

const nameOf = ({ referenceId, fileNames, file }: ImportedJob): string => referenceId ?? fileNames[0] ?? file

const withoutEnding = (name: string): string => name.replace(/\.(jpe?g|png|webp|gif|avif|tiff?|bmp)$/i, '')

/** The kind of work that a part of a data set is the result of, where its format knows several. */
async function partOperation(part: ImportedJob, { annotationTypes }: Format): Promise<AnnotationType> {
  const [first] = annotationTypes
  if (annotationTypes.length === 1) return first
  const video = annotationTypes.find((type) => rulesOf(type).result === 'video') ?? first
  if (part.isVideo) return video
  const rig = await part.rig?.()
  if (!rig) return first
  const hasCamera = rig.sensors.some(({ modality, intrinsics }) => modality === 'camera' && intrinsics)
  if (!rig.sensors.some(({ modality }) => modality === 'lidar')) return video
  const ofBoxes = annotationTypes.filter((type) => rulesOf(type).result === 'boxes')
  return ofBoxes.find((type) => hasCameraBoxes(type) === hasCamera) ?? ofBoxes[0] ?? first
}
