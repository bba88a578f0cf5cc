import { readStoredJob } from '../../formats/jobBody/readInput.ts'
import type { ResultDocument } from '../../formats/results/schemas.ts'
import type { ExportFile, ExportFrame, ExportJob } from '../../interchange/core/exportSet.ts'
import { jobFrames, jobSensors } from '../../interchange/core/jobFrames.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { isFlat } from '../../model/annotationTypes/rulesOf.ts'
import type { Tag } from '../../model/tag.ts'
import { DEFAULT_PCD_LIMITS, WRITTEN_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { readLabels, readPcd } from '../../pcd/pcdReader.ts'
import { FileMissingError, type FileStore } from '../../store/files/fileStore.ts'
import { LABELS_NAME, RESULT_NAME } from '../../store/links.ts'
import type { ExportedJob } from '../../store/project/exports/exportedJobs.ts'
import { isImageFacts } from '../../store/project/jobs/assets.ts'

type StoredFile = ExportedJob['assets'][number]

interface OpenOptions {
  files: FileStore
  tag: Tag
  name: string
  split: string
  /** Addresses with query and user info, which may hold credentials. */
  fullUrls: boolean
}

/** A completed job as formats see it; null when its data was deleted. */
export async function openExportJob(row: ExportedJob, options: OpenOptions): Promise<ExportJob | null> {
  const { files, tag, name, split } = options
  const resultFile = row.attachments[RESULT_NAME]
  const bytes = resultFile && row.body ? await readWhole(files, resultFile) : null
  if (!bytes || !row.body) return null
  const { input } = readStoredJob(row.body, row.annotationType, row.keptSensors)
  const document = writtenResult(bytes.toString('utf8'))
  // By field: looking each of a hundred thousand files up in a list would take minutes.
  const assets = new Map(row.assets.map((asset) => [asset.field, asset]))
  const frames = jobFrames(input, name, ({ field }) => fileOf(assets.get(field), row, options))
  const openFile = (sha256: string | undefined) => (sha256 ? openStored(files, sha256) : Promise.resolve(null))
  return {
    jobId: row.jobId,
    referenceId: row.referenceId,
    name,
    split,
    batch: row.batch,
    tag,
    annotationType: row.annotationType,
    resultVersion: row.version,
    completedAt: row.completedAt?.toISOString() ?? null,
    metadata: document.metadata ?? null,
    document,
    frames,
    sensors: jobSensors(input),
    pointCloudFrame: row.pointCloudFrame,
    openLabels: () => openLabels(frames, () => openFile(row.attachments[LABELS_NAME])),
    openLabelFile: () => openFile(row.attachments[LABELS_NAME]),
  }
}

/** A result document as the service has written it. */
export const writtenResult = (text: string) => JSON.parse(text) as ResultDocument

/** The labelled cloud of a segmentation, where both files are there. */
export async function openLabels(frames: readonly ExportFrame[], openLabelFile: ExportJob['openLabelFile']) {
  const cloudFile = frames.flatMap(({ files }) => files).find(({ kind }) => kind === 'cloud')
  const [cloud, labels] = [await cloudFile?.open(), await openLabelFile()]
  if (!cloud || !labels) return null
  return { cloud: await readPcd(cloud, DEFAULT_PCD_LIMITS), labels: await readLabels(labels, WRITTEN_PCD_LIMITS) }
}

function fileOf(asset: StoredFile | undefined, row: ExportedJob, { files, fullUrls }: OpenOptions): ExportFile {
  const url = asset?.url ?? ''
  return {
    sensorId: '',
    kind: asset?.kind ?? 'image',
    url: fullUrls ? url : withoutSecrets(url),
    mediaType: asset && mediaTypeOf(asset),
    size: asset && sizeOf(asset, row.annotationType),
    exifOrientation: asset && isFlat(row.annotationType) && isImageFacts(asset.facts) ? asset.facts.exifOrientation : 1,
    commonFromSensor: null,
    open: async () => (asset ? openStored(files, asset.sha256) : null),
  } as ExportFile
}

const mediaTypeOf = ({ facts }: StoredFile): string | null => (isImageFacts(facts) ? `image/${facts.format}` : null)

function sizeOf({ facts }: StoredFile, annotationType: AnnotationType): ExportFile['size'] {
  // Pixels of calibrated cameras are taken as they are stored.
  if (!isImageFacts(facts)) return null
  return isFlat(annotationType)
    ? { widthPx: facts.uprightWidth, heightPx: facts.uprightHeight }
    : { widthPx: facts.width, heightPx: facts.height }
}

/** Queries and user info of addresses may open what they name. */
function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return url.split(/[?#]/, 1)[0]
  const parsed = new URL(url)
  parsed.search = ''
  parsed.hash = ''
  parsed.username = ''
  parsed.password = ''
  return parsed.href
}

async function readWhole(files: FileStore, sha256: string): Promise<Buffer | null> {
  try {
    return await files.readAll(sha256)
  } catch (error) {
    if (error instanceof FileMissingError) return null
    throw error
  }
}

async function openStored(files: FileStore, sha256: string): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return await files.open(sha256)
  } catch (error) {
    if (error instanceof FileMissingError) return null
    throw error
  }
}
