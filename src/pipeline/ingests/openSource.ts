import { type AccessRule, findAccessRule, isS3Rule } from '../../egress/accessRules.ts'
import { download } from '../../egress/download.ts'
import { EgressError } from '../../egress/errors.ts'
import { listS3 } from '../../egress/listS3.ts'
import { fileAddress } from '../../formats/files/fileAddress.ts'
import { baseName } from '../../interchange/core/entryNames.ts'
import { type Source, SourceError, type SourceFile } from '../../interchange/layouts/layout.ts'
import { naturalOrder } from '../../interchange/layouts/naturalOrder.ts'
import { FileRange, OpenedFile } from '../../interchange/sources/fileRange.ts'
import { ARCHIVE_MARK_BYTES, archiveKind, isArchiveName, openEntries } from '../../interchange/sources/openedArchive.ts'
import { WorkFiles } from '../../interchange/sources/workFiles.ts'
import { MAX_IMPORT_BYTES, MAX_IMPORT_FILES } from '../../model/limits.ts'
import { giveUpClaim, putClaimed } from '../../store/cluster/files/claims.ts'
import { openAttachmentAccess } from '../../store/project/access/attachmentAccess.ts'
import { findFiles } from '../../store/project/files/uploadedFiles.ts'
import { findAddresses, type IngestRow, noteIngestFile } from '../../store/project/ingests/ingests.ts'
import type { PipelineContext } from '../context.ts'
import { AddressFile, DOWNLOAD_DEADLINE_MS, type DownloadReach, faultOf, pathOfAddress } from './addressFile.ts'
import { Cancelled } from './cancelled.ts'
import { type FilePlace, SourceFiles } from './sourceFiles.ts'

/** A source whose files can be read, until it is closed. */
export interface OpenSource {
  source: Source
  work: WorkFiles
  placeOf(file: SourceFile): FilePlace
  /** Files that are left out before a layout sees them, with the reason. */
  skipped: readonly { file: string; reason: string }[]
  localPath(file: SourceFile): Promise<string>
  close(): Promise<void>
}

/** A file in the store of the service. */
interface StoredSource {
  name: string
  sha256: string
  bytes: number
  address: string | null
}

/** Opens what an ingest reads. @throws SourceError, SourceFileError, Cancelled */
export async function openSource(context: PipelineContext, row: IngestRow, signal: AbortSignal): Promise<OpenSource> {
  const work = await WorkFiles.make(context.workFolder, signal)
  const opening = new Opening(context, row, signal, work)
  try {
    await opening.open()
    return opening.opened()
  } catch (error) {
    await opening.close()
    throw error
  }
}

/** Folders of buckets; other addresses are of files. */
const isFolder = (url: string): boolean => /^s3:\/\/([^/]+$|.*\/$)/.test(url)

/** What an address that cannot be read does to the ingest. */
function unreadable(error: unknown): unknown {
  if (!(error instanceof EgressError) || error.kind === 'stopped') return error
  if (error.kind === 'too_large') return new SourceError('ARCHIVE_TOO_LARGE', error.message)
  const message = `the address of the source cannot be read (${faultOf(error)}): ${error.message}`
  return new SourceError('LAYOUT_UNKNOWN', message)
}

async function* readable<Entry>(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  try {
    yield* entries
  } catch (error) {
    throw unreadable(error)
  }
}

class Opening {
  readonly #context: PipelineContext
  readonly #row: IngestRow
  readonly #signal: AbortSignal
  readonly #work: WorkFiles
  readonly #files = new SourceFiles()
  readonly #skipped: { file: string; reason: string }[] = []
  readonly #open: { close(): Promise<void> }[] = []
  #name = ''

  constructor(context: PipelineContext, row: IngestRow, signal: AbortSignal, work: WorkFiles) {
    this.#context = context
    this.#row = row
    this.#signal = signal
    this.#work = work
  }

  async open(): Promise<void> {
    const { source } = this.#row
    const { pool, masterKey } = this.#context
    if ('files' in source) return this.#openUploads(source.files)
    const rules = await openAttachmentAccess<AccessRule>(pool, masterKey, this.#row.projectId)
    const { projectId } = this.#row
    const reach: DownloadReach = { context: this.#context, projectId, rules, signal: this.#signal, work: this.#work }
    if ('urls' in source) {
      const urls = await findAddresses(pool, this.#row)
      this.#name = new URL(urls[0]).hostname
      for (const url of urls) this.#addAddress(url, pathOfAddress(url), null, reach)
    } else if (isFolder(source.url)) await this.#openFolder(source.url, reach)
    else await this.#openAddress(source.url, reach)
  }

  opened(): OpenSource {
    const files = this.#files.list().sort((a, b) => naturalOrder(a.path, b.path))
    return {
      source: { name: this.#name, files },
      work: this.#work,
      skipped: this.#skipped,
      placeOf: (file) => this.#files.placeOf(file),
      localPath: async (file) => this.#files.placeOf(file).localPath?.() ?? this.#work.write(file.stream()),
      close: () => this.close(),
    }
  }

  async close(): Promise<void> {
    for (const one of this.#open) await one.close()
    await this.#work.close()
  }

  async #openUploads(fileIds: readonly string[]): Promise<void> {
    const { pool } = this.#context
    const found = new Map((await findFiles(pool, this.#row.projectId, fileIds)).map((file) => [file.fileId, file]))
    for (const fileId of new Set(fileIds)) {
      const file = found.get(fileId)
      if (!file) throw new SourceError('FS_0003', `the file ${fileId} was deleted`)
      this.#name ||= baseName(file.name)
      const { name, sha256, bytes } = file
      await this.#addStored({ name, sha256, bytes, address: fileAddress(fileId, name) })
    }
  }

  async #openFolder(url: string, reach: DownloadReach): Promise<void> {
    const folder = new URL(url)
    const rule = findAccessRule(url, reach.rules)
    if (!rule || !isS3Rule(rule))
      throw new SourceError('LAYOUT_UNKNOWN', 'no access rule of the project opens the bucket')
    this.#name = decodeURIComponent(baseName(folder.pathname.replace(/\/$/, ''))) || folder.hostname
    const { signal, projectId: lane } = reach
    let count = 0
    for await (const object of readable(listS3(this.#context.egress, { folder, rule, lane, signal }))) {
      if (++count > MAX_IMPORT_FILES)
        throw new SourceError('ARCHIVE_TOO_LARGE', `the folder has more than ${MAX_IMPORT_FILES} files`)
      this.#addAddress(object.url, object.path, object.bytes, reach)
    }
  }

  /** The file of an address is downloaded once, since it has to be looked into; a job names the address all the same. */
  async #openAddress(url: string, reach: DownloadReach): Promise<void> {
    const path = pathOfAddress(url)
    this.#name = baseName(path)
    const stored = await this.#download(url, reach)
    await this.#addStored({ name: path, address: url, ...stored })
  }

  /** Brings the file of the source into the store, so that a worker that follows need not download it again. */
  async #download(
    url: string,
    { rules, projectId: lane, signal }: DownloadReach,
  ): Promise<{ sha256: string; bytes: number }> {
    const { pool, files, egress } = this.#context
    const known = this.#row.sha256 === null ? null : await files.stat(this.#row.sha256)
    if (known && this.#row.sha256 !== null) return { sha256: this.#row.sha256, bytes: known.bytes }
    try {
      const maxBytes = MAX_IMPORT_BYTES
      const sink = (body: AsyncIterable<Uint8Array>) => putClaimed(pool, files, body)
      const result = await download(egress, {
        url,
        rules,
        lane,
        maxBytes,
        deadlineMs: DOWNLOAD_DEADLINE_MS,
        signal,
        sink,
      })
      if (result.status !== 'ok') throw new Error('a download without a condition answered that nothing changed')
      const { stored } = result
      const isNoted = await noteIngestFile(pool, this.#row, stored.sha256)
      await giveUpClaim(pool, stored)
      if (!isNoted) throw new Cancelled()
      Object.assign(this.#row, { sha256: stored.sha256 })
      return stored
    } catch (error) {
      throw unreadable(error)
    }
  }

  /** A file of the store; an archive is opened as a folder. */
  async #addStored({ name, sha256, bytes, address }: StoredSource): Promise<void> {
    const shortName = baseName(name)
    const path = await this.#context.files.localPath(sha256)
    const opened = new OpenedFile(path)
    this.#open.push(opened)
    const start = await opened.read(0, ARCHIVE_MARK_BYTES)
    const kind = archiveKind(shortName, start)
    if (!kind && isArchiveName(shortName))
      throw new SourceError('ARCHIVE_INVALID', `${shortName} is not the archive that its name promises`)
    if (!kind) {
      const file = new FileRange(name, opened, 0, bytes)
      this.#add(file, { address, contentId: sha256, localPath: async () => path }, `${sha256.slice(0, 8)}/${name}`)
      return
    }
    const entries = await openEntries(path, kind, { archiveBytes: bytes, work: this.#work })
    this.#open.push(entries)
    for (const link of entries.links) this.#skipped.push({ file: link, reason: 'LINK' })
    const archive = shortName.replace(/\.(zip|tar|tgz|tzst|tar\.gz|tar\.zst)$/i, '')
    for (const file of entries.files)
      this.#add(file, { address: null, contentId: `${sha256}/${file.path}` }, `${archive}/${file.path}`)
  }

  #addAddress(url: string, path: string, bytes: number | null, reach: DownloadReach): void {
    const file = new AddressFile(path, url, bytes, reach)
    this.#open.push(file)
    const otherwise = `${new URL(url).hostname}/${path}`
    this.#add(file, { address: url, contentId: url, localPath: () => file.localPath() }, otherwise)
  }

  #add(file: SourceFile, place: FilePlace, otherwise: string): void {
    if (!this.#files.add(file, place, otherwise)) this.#skipped.push({ file: file.path, reason: 'DUPLICATE' })
  }
}
