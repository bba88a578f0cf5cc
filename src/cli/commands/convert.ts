import { createReadStream, existsSync, statSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import sharp from 'sharp'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { isJsonObject } from '../../formats/results/read.ts'
import { type ResultDocument, resultSchemas } from '../../formats/results/schemas.ts'
import { type ConvertSource, convert } from '../../interchange/convert/convert.ts'
import { dataSetSources } from '../../interchange/convert/dataSet.ts'
import { checkTagFile, type TagFile } from '../../interchange/convert/declaredAttributes.ts'
import { KeptParts } from '../../interchange/convert/keptParts.ts'
import type { ConvertedResult } from '../../interchange/convert/resultJob.ts'
import type { StoredImage } from '../../interchange/convert/storedImage.ts'
import { namesOfResults } from '../../interchange/core/candidateFolders.ts'
import { ExportError, type Format } from '../../interchange/core/format.ts'
import { ImportManifest, type OwnSources } from '../../interchange/core/importManifest.ts'
import type { Loss } from '../../interchange/core/losses.ts'
import { ImportError, type ImportFailure, type SentArchive } from '../../interchange/core/reader.ts'
import { UntakenList } from '../../interchange/core/untakenList.ts'
import { DEFAULT_ARCHIVE_LIMITS, openArchive } from '../../interchange/core/zipReader.ts'
import { FORMATS, formatByName } from '../../interchange/formats.ts'
import { parseJson } from '../../json/text.ts'
import { isAnnotationType } from '../../model/annotationType.ts'
import { RefusedError, readJsonFile, UsageError } from '../io.ts'
import type { CliSession } from '../session.ts'
import { unusedPartLines } from '../unusedPartLines.ts'
import { parseSplits, readOptions } from './export.ts'

interface ConvertFlags {
  to: string
  output: string
  from?: string
  tag?: string
  job?: string[]
  originals?: string
  splits?: string
  files: 'none' | 'include'
  options?: string
}

export function convertCommands(program: Command, session: CliSession): void {
  program
    .command('convert')
    .argument('<results...>', 'result documents (a labelled cloud beside each as .pcd), or ZIP archives with --from')
    .requiredOption('--to <format>', 'such as coco, yolo_detect, nuscenes')
    .requiredOption('-o, --output <file>', 'where the archive is written')
    .option('--from <format>', 'of the ZIP archives, such as fiducial, coco, mot, kitti_tracking, nuscenes')
    .option('--tag <file>', 'JSON of a tag, which says of what types the attributes of the archives are')
    .option('--job <files...>', 'bodies of the jobs, which hold the calibration of cameras')
    .option('--originals <folder>', 'where the original images and clouds are, by the last part of their addresses')
    .option('--splits <shares>', 'such as train=0.8,val=0.2')
    .addOption(new Option('--files <files>', 'originals in the archive').choices(['none', 'include']).default('none'))
    .option('--options <json>', "the format's own options")
    .description('write results or a data set in another format, without a service')
    .action((files: string[], flags: ConvertFlags) => run(session, files, flags))
}

async function run(session: CliSession, files: readonly string[], flags: ConvertFlags): Promise<void> {
  const format = namedFormat(flags.to, ({ write }) => write !== undefined)
  const options = checkedOptions(format, flags.options === undefined ? {} : readOptions(flags.options))
  if (format.files === 'required' && flags.files !== 'include')
    throw new UsageError(`${format.format} needs --files include`)
  const failures = new UntakenList()
  const given = {
    jobs: await readJobs(session, flags.job ?? []),
    declared: flags.tag === undefined ? null : await readTag(session, flags.tag),
    originals: originalsIn(flags.originals === undefined ? null : resolve(session.io.cwd, flags.originals)),
  }
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-convert-'))
  const closing: (() => void)[] = []
  try {
    const sources: ConvertSource[] = []
    const kept = new KeptParts(folder)
    for (const file of files) {
      const path = resolve(session.io.cwd, file)
      if (await isZip(path)) {
        const archive = await openArchive(path, DEFAULT_ARCHIVE_LIMITS, namesOfResults)
        closing.push(() => archive.close())
        sources.push(...(await archiveSources(archive, flags.from, given, failures.add, kept)))
      } else sources.push(fileSource(session, path, given))
    }
    const splits = flags.splits === undefined ? null : parseSplits(flags.splits)
    const conversion = { format, splits, options, includeFiles: flags.files === 'include' }
    const path = resolve(session.io.cwd, flags.output)
    const written = await convert(sources, conversion, { path, folder })
    const untaken = { failures: failures.first(), total: failures.total, kinds: failures.kinds() }
    const shown = {
      format: format.format,
      file: path,
      size: written.bytes,
      sha256: written.sha256,
      content_sha256: written.contentSha256,
      losses: written.losses,
      failures: untaken.failures,
      failure_kinds: untaken.kinds,
    }
    session.print(
      shown,
      ({ losses }) =>
        `${summaryOf(losses, untaken)}${hintFor(untaken, flags)}content ${written.contentSha256}\n${path}\n`,
    )
    if (failures.total > 0) session.exitCode = 1
  } catch (error) {
    if (error instanceof ExportError || error instanceof ImportError) throw new RefusedError(error.message)
    throw error
  } finally {
    for (const close of closing) close()
    await rm(folder, { recursive: true, force: true })
  }
}

function namedFormat(name: string, fits: (format: Format) => boolean): Format {
  const format = formatByName(name)
  if (format && fits(format)) return format
  const names = FORMATS.filter(fits).map((one) => one.format)
  throw new UsageError(`"${name}" is not one of ${names.join(', ')}`)
}

function checkedOptions(format: Format, options: Record<string, unknown>): Record<string, unknown> {
  const [fault] = schemaCheck(format.options).failures(options, 'options')
  if (!fault) return options
  const known = Object.keys(format.options.properties).join(', ') || 'none'
  throw new UsageError(`${fault.field} (${fault.type}): the options of ${format.format} are ${known}`)
}

async function readTag({ io }: CliSession, file: string): Promise<TagFile> {
  const body = await readJsonFile(io, file)
  if (checkTagFile.accepts(body)) return body
  const [fault] = checkTagFile.failures(body)
  throw new RefusedError(`${file} is not a tag: ${fault?.field} (${fault?.type})`)
}

/** `data` of job bodies by reference_id. */
async function readJobs({ io }: CliSession, files: readonly string[]): Promise<ReadonlyMap<string, object>> {
  const jobs = new Map<string, object>()
  for (const file of files) {
    const body = await readJsonFile(io, file)
    if (!isJsonObject(body) || typeof body.reference_id !== 'string' || !isJsonObject(body.data))
      throw new RefusedError(`${file} is not a job body: reference_id and data are missing`)
    jobs.set(body.reference_id, body.data)
  }
  return jobs
}

async function isZip(path: string): Promise<boolean> {
  try {
    const file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    await file.close()
    return bytesRead === 2 && buffer.toString('latin1') === 'PK'
  } catch (error) {
    throw new RefusedError(`cannot read ${path}: ${error instanceof Error ? error.message : error}`)
  }
}

/** Data of results outside their documents. */
interface Given {
  jobs: ReadonlyMap<string, object>
  declared: TagFile | null
  originals: Pick<ConvertedResult, 'openFile' | 'factsOfImage'>
}

/**
 * Files of one folder, by the longest end of their address that is one of its paths: cameras of a frame often share the
 * last part. Nothing outside the folder is read.
 */
function originalsIn(folder: string | null): Given['originals'] {
  const pathOf = (url: string): string | null => {
    if (folder === null) return null
    const path = URL.canParse(url) ? decoded(new URL(url).pathname) : url
    const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..')
    const paths = parts.map((_, index) => join(folder, ...parts.slice(index)))
    return paths.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile()) ?? null
  }
  return {
    openFile: async (url) => {
      const path = pathOf(url)
      return path === null ? null : createReadStream(path)
    },
    factsOfImage: async (url) => {
      const path = pathOf(url)
      return path === null ? null : factsOfImage(path)
    },
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A bare % is legal in addresses.
    return path
  }
}

/** A result document, with the cloud of the same name in its folder. */
function fileSource({ io }: CliSession, path: string, { jobs, originals }: Given): ConvertSource {
  const cloud = path.replace(/\.json$/i, '.pcd')
  return {
    open: async () => {
      const document = checkedResult(await readJsonFile(io, path), path)
      return {
        document,
        jobData: jobs.get(document.reference_id) ?? null,
        openLabelFile: async () => (cloud !== path && existsSync(cloud) ? createReadStream(cloud) : null),
        ...originals,
      }
    },
  }
}

const checks = new Map(Object.entries(resultSchemas).map(([type, schema]) => [type, schemaCheck(schema)]))

function checkedResult(value: unknown, name: string): ResultDocument {
  const type = isJsonObject(value) ? value.type : undefined
  const check = isAnnotationType(type) ? checks.get(type) : undefined
  if (!check) throw new RefusedError(`${name} is not a result document: type and data are missing`)
  const [fault] = check.failures(value)
  if (fault) throw new RefusedError(`${name} is not a result document: ${fault.field} (${fault.type})`)
  return value as ResultDocument
}

async function archiveSources(
  archive: SentArchive,
  from: string | undefined,
  given: Given,
  fail: (failure: ImportFailure) => void,
  kept: KeptParts,
): Promise<ConvertSource[]> {
  if (from === undefined) throw new UsageError('--from: name the format of the archive, such as fiducial or coco')
  // Rows do not name their files; only the service knows them.
  const format = namedFormat(from, (one) => one.read !== undefined && one.format !== 'jsonl')
  if (format.format !== 'fiducial')
    return dataSetSources({ archive, format, fail, factsOfImage, kept, declared: given.declared })
  const names = archive.names.filter((name) => /^results\/.*\.json$/.test(name))
  const manifest = await ImportManifest.read(archive)
  return names.map((name) => ({ open: () => openResult(archive, name, manifest, given) }))
}

async function openResult(
  archive: SentArchive,
  name: string,
  manifest: ImportManifest,
  { jobs, originals }: Given,
): Promise<ConvertedResult> {
  const cloud = name.replace(/\.json$/, '.pcd')
  const document = checkedResult(parseJson(await archive.read(name)), name)
  return {
    document,
    jobData: jobs.get(document.reference_id) ?? null,
    openLabelFile: async () => (archive.has(cloud) ? archive.open(cloud) : null),
    ...withCopies(originals, archive, manifest.sourcesOf({ referenceId: document.reference_id, fileNames: [] })),
  }
}

/** Originals from a folder, otherwise those in the archive. Its manifest has addresses without their queries. */
function withCopies(originals: Given['originals'], archive: SentArchive, own: OwnSources | null): Given['originals'] {
  const copyOf = (url: string) => own?.copies.get(url) ?? own?.copies.get(url.split(/[?#]/, 1)[0]) ?? null
  return {
    async openFile(url) {
      const copy = copyOf(url)
      return (await originals.openFile(url)) ?? (copy === null ? null : archive.open(copy))
    },
    async factsOfImage(url) {
      const copy = copyOf(url)
      return (await originals.factsOfImage(url)) ?? (copy === null ? null : factsOfImage(await archive.read(copy)))
    },
  }
}

async function factsOfImage(image: Uint8Array | string): Promise<StoredImage | null> {
  try {
    const { width, height, format, orientation = 1 } = await sharp(image).metadata()
    // The decoder turns AVIF by other means than EXIF, so it is upright already.
    return { widthPx: width, heightPx: height, exifOrientation: format === 'heif' ? 1 : orientation }
  } catch {
    return null
  }
}

/** Attributes are read by a tag alone. */
const hintFor = ({ kinds }: Parameters<typeof unusedPartLines>[0], { tag }: ConvertFlags): string =>
  tag === undefined && kinds.some(({ type, lost }) => type === 'UNKNOWN' && lost !== null)
    ? 'name the attributes and their types in a tag: --tag FILE\n'
    : ''

function summaryOf(losses: readonly Loss[], untaken: Parameters<typeof unusedPartLines>[0]): string {
  const lines = [
    ...losses.map(({ kind, count, example }) => `lost: ${kind} (${count}), such as in ${example.reference_id}`),
    ...unusedPartLines(untaken),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
