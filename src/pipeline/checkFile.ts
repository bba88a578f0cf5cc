import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccessRule } from '../egress/accessRules.ts'
import { removeUnnamed } from '../store/cluster/files/removal.ts'
import type { Asset, CloudFacts, ImageFacts } from '../store/project/jobs/assets.ts'
import type { Gate } from '../threads/gate.ts'
import type { PipelineContext } from './context.ts'
import { DecodeError } from './decode/DecodeError.ts'
import type { PreparedImage } from './decode/prepareImage.ts'
import { type Fetched, fetchFile } from './download.ts'
import type { FetchedAsset } from './fetchedAsset.ts'
import type { FetchedUrlCache } from './fetchedUrlCache.ts'
import type { FileToCheck } from './filesOfJob.ts'
import type { PixelBudget } from './pixelBudget.ts'

export interface CheckOptions {
  projectId: string
  /** Whose work it is: jobs take turns on the decoding threads, so a long one does not hold up short ones. */
  lane: string
  rules: readonly AccessRule[]
  deadlineMs: number
  signal: AbortSignal
  /** A dry run stores nothing for the browser. */
  prepare: boolean
  /** The budget of the whole job. */
  pixels: PixelBudget
  urls: FetchedUrlCache
  /** Limits parallel downloads of all jobs that share it. */
  downloads: Gate
}

const IMAGE_TIME_LIMIT_MS = 10 * 60_000
const CLOUD_TIME_LIMIT_MS = 5 * 60_000

/**
 * Downloads a file, decodes it completely off the main thread and makes what the browser needs from it. Throws
 * EgressError, DecodeError or PoolError for faults of the file, other errors for faults of the service.
 */
export async function checkFile(
  context: PipelineContext,
  file: FileToCheck,
  options: CheckOptions,
): Promise<FetchedAsset> {
  const { settings } = context
  const maxBytes = file.kind === 'image' ? settings.maxImageBytes : settings.maxCloudBytes
  const fetched = await options.downloads.run(options.lane, () =>
    fetchFile(context, { ...options, url: file.url, maxBytes }),
  )
  const checked = await decode(context, fetched.content, file, options)
  const kept = await fetched.keep()
  const { field, frameIndex, sensorId, kind, url } = file
  return { field, frameIndex, sensorId, kind, url, ...kept, ...checked }
}

type Checked = Pick<Asset, 'facts' | 'derived' | 'tiles'>
type Prepared = Pick<Asset, 'derived' | 'tiles'>

const NOTHING_MADE: Prepared = { derived: {}, tiles: [] }

async function decode(
  context: PipelineContext,
  content: Fetched['content'],
  file: FileToCheck,
  options: CheckOptions,
): Promise<Checked> {
  try {
    if (file.kind === 'image') return await checkImageFile(context, content, file, options)
    return await checkCloudFile(context, content, file, options)
  } catch (error) {
    // A file that does not decode for one job decodes for none, so it is not stored.
    if (error instanceof DecodeError) {
      options.pixels.charge(error.cost)
      if ('stored' in content) await removeUnnamed(context.pool, context.files, [content.stored.sha256])
    }
    throw error
  }
}

async function checkImageFile(
  context: PipelineContext,
  content: Fetched['content'],
  { calibrated }: FileToCheck,
  options: CheckOptions,
): Promise<Checked> {
  const { threads, files, settings } = context
  options.pixels.ensureLeft()
  const source = 'bytes' in content ? content.bytes : await files.localPath(content.stored.sha256)
  const { maxImagePixels: maxPixels, maxImageBytes: maxBytes, maxDecodeBytes } = settings
  const limits = { source, maxPixels, maxBytes, maxDecodeBytes, calibrated }
  const running = { lane: options.lane, timeLimitMs: IMAGE_TIME_LIMIT_MS, signal: options.signal }
  if (!options.prepare) {
    const image = await threads.run('checkImage', limits, running)
    options.pixels.charge(pixelsOf(image))
    return { facts: factsOf(image), ...NOTHING_MADE }
  }
  const outDir = join(context.workFolder, randomUUID())
  let isMade = true
  try {
    const { image, prepared } = await threads.run('prepareImage', { ...limits, outDir }, running)
    options.pixels.charge(pixelsOf(image))
    isMade = prepared.kind !== 'original'
    return { facts: factsOf(image), ...(await keepPrepared(context, prepared)) }
  } finally {
    if (isMade) await rm(outDir, { recursive: true, force: true })
  }
}

/** 0 for a point cloud. */
export const pixelsOf = (facts: Asset['facts']): number => ('width' in facts ? facts.width * facts.height : 0)

function factsOf(image: ImageFacts): ImageFacts {
  const { format, width, height, uprightWidth, uprightHeight, exifOrientation } = image
  return { format, width, height, uprightWidth, uprightHeight, exifOrientation }
}

/** Files made for the browser go where all files are, named in `derived`. */
async function keepPrepared({ files }: PipelineContext, prepared: PreparedImage): Promise<Prepared> {
  const shown = { display_type: prepared.mediaType }
  if (prepared.kind === 'original') return { derived: shown, tiles: [] }
  if (prepared.kind === 'encoded') {
    const { sha256 } = await files.put(createReadStream(prepared.path))
    return { derived: { ...shown, display: sha256 }, tiles: [] }
  }
  const tiles: Record<string, string> = {}
  for (const { level, x, y, path } of prepared.tiles) {
    tiles[`${level}/${x}/${y}`] = (await files.put(createReadStream(path))).sha256
  }
  const manifest = JSON.stringify({ tile_size: prepared.tileSize, levels: prepared.levels, tiles })
  const { sha256: pyramid } = await files.put(Buffer.from(manifest))
  return { derived: { ...shown, pyramid }, tiles: Object.values(tiles) }
}

async function checkCloudFile(
  context: PipelineContext,
  content: Fetched['content'],
  { layout }: FileToCheck,
  options: CheckOptions,
): Promise<Checked> {
  const { threads, files, settings } = context
  const stored = 'stored' in content ? content.stored : await files.put(content.bytes)
  const path = await files.localPath(stored.sha256)
  const job = { path, layout, maxBytes: settings.maxCloudBytes, maxPoints: settings.maxCloudPoints }
  const running = { lane: options.lane, timeLimitMs: CLOUD_TIME_LIMIT_MS, signal: options.signal }
  if (!options.prepare) return { facts: cloudFacts(await threads.run('readCloud', job, running)), ...NOTHING_MADE }
  const folder = join(context.workFolder, randomUUID())
  await mkdir(folder, { recursive: true })
  try {
    const made = { chunksPath: join(folder, 'chunks'), pcdPath: join(folder, 'pcd') }
    const reading = await threads.run('readCloud', { ...job, made }, running)
    const keep = async (made: string) => (await files.put(createReadStream(made))).sha256
    const chunks = await keep(made.chunksPath)
    const derived: Asset['derived'] = { chunks, ...(reading.isConverted && { pcd: await keep(made.pcdPath) }) }
    return { facts: cloudFacts(reading), derived, tiles: [] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Bounds = { min: ArrayLike<number>; max: ArrayLike<number> }

function cloudFacts(summary: { pointCount: number; finiteCount: number; bounds: Bounds | null }): CloudFacts {
  const point = (at: ArrayLike<number>) => ({ x: at[0], y: at[1], z: at[2] })
  const { pointCount, finiteCount, bounds } = summary
  return { pointCount, finiteCount, bounds: bounds && { min: point(bounds.min), max: point(bounds.max) } }
}
