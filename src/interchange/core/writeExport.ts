import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { relationRecords } from '../records/relationRecords.ts'
import { writeCandidateFolders } from './candidateFolders.ts'
import type { ExportJob, ExportSet } from './exportSet.ts'
import { ExportError, type Format } from './format.ts'
import type { Loss, Losses } from './losses.ts'
import { manifestClasses } from './manifest.ts'
import { ZipArchive } from './zipArchive.ts'

export interface WrittenExport {
  bytes: number
  /** Size of the archive. */
  sha256: string
  /** Hash of the content: it names a release of a data set. */
  contentSha256: string
  losses: Loss[]
}

export interface WritePlace {
  /** Path of the archive, which is created or overwritten. */
  path: string
  /** An empty folder for what this export spools. The caller removes it. */
  folder: string
  /** Called for each job when it was written. @throws to end the export */
  onJob?(written: { jobs: number; bytes: number }): void
}

/** Writes a whole archive. The same set gives the same bytes. @throws ExportError, and whatever `onJob` throws. */
export async function writeExport(
  format: Format,
  set: ExportSet,
  losses: Losses,
  { path, folder, onJob }: WritePlace,
): Promise<WrittenExport> {
  if (!format.write) throw new ExportError('NOT_WRITTEN', `${format.format} is read, not written`)
  const archive = new ZipArchive(path, folder)
  try {
    const jobs = () => started(format, set.jobs(), archive, losses, onJob)
    await format.write({ ...set, jobs }, archive, losses)
    await writeCandidateFolders(format, set, archive, losses)
    const about = {
      format: format.format,
      version: format.version,
      classes: manifestClasses(set.classes, format),
    }
    await archive.manifest.finish(archive, about, losses.list())
    const { contentSha256 } = await archive.finish()
    return { bytes: archive.bytes, sha256: await sha256Of(path), contentSha256, losses: losses.list() }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

async function* started(
  { keepsRelations }: Format,
  jobs: AsyncIterable<ExportJob>,
  archive: ZipArchive,
  losses: Losses,
  onJob: WritePlace['onJob'],
): AsyncGenerator<ExportJob> {
  let count = 0
  for await (const job of jobs) {
    await archive.manifest.start(job)
    if (!keepsRelations) noteRelations(job, losses)
    yield job
    count++
    onJob?.({ jobs: count, bytes: archive.bytes })
  }
}

function noteRelations(job: ExportJob, losses: Losses): void {
  const relations = relationRecords(job.document)
  losses.add('relation_dropped', job, { trackId: relations[0]?.from, count: relations.length })
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
