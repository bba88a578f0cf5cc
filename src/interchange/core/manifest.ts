import type { Archive, EntryOrigin, Piece, Spool } from './archive.ts'
import type { ClassTable } from './classTable.ts'
import type { ExportJob } from './exportSet.ts'
import type { Format } from './format.ts'
import type { Loss } from './losses.ts'

export const MANIFEST_NAME = 'manifest.json'
export const LOSSES_NAME = 'losses.json'

interface OpenJob {
  job: ExportJob
  files: Set<string>
  filesOfFrame: Map<string, Set<string>>
}

/** A class in manifest.json. */
export interface ManifestClass {
  name: string
  /** The number that the files give the class; absent in formats that write no numbers. */
  id?: number
  class_id: string
  /** The name as written, where the format cannot write the class's own. */
  written_as?: string
}

/**
 * Collects which entries belong to which job and frame. Jobs are added one after another; an entry that holds many jobs
 * is noted for each of them while it is the current one.
 */
export class ManifestWriter {
  readonly #spool: Spool
  #open: OpenJob | null = null

  constructor(spool: Spool) {
    this.#spool = spool
  }

  /** Begins the part of the next job. */
  async start(job: ExportJob): Promise<void> {
    await this.#close()
    this.#open = { job, files: new Set(), filesOfFrame: new Map() }
  }

  note(name: string, { job, frame }: EntryOrigin): void {
    const open = this.#open
    if (open?.job !== job) throw new Error(`${name} belongs to a job that is not the current one`)
    open.files.add(name)
    if (!frame) return
    const files = open.filesOfFrame.get(frame.frameId)
    if (files) files.add(name)
    else open.filesOfFrame.set(frame.frameId, new Set([name]))
  }

  /** Writes manifest.json and losses.json, the last entries of every archive. */
  async finish(
    archive: Archive,
    about: { format: string; version: string; classes: readonly ManifestClass[] },
    losses: readonly Loss[],
  ): Promise<void> {
    await this.#close()
    const spool = this.#spool
    const head = JSON.stringify(about).slice(0, -1)
    async function* content(): AsyncGenerator<Piece> {
      yield `${head},"jobs":[`
      yield* spool.content()
      yield '\n]}\n'
    }
    await archive.add(MANIFEST_NAME, content())
    await archive.add(LOSSES_NAME, `${JSON.stringify(losses, null, 1)}\n`)
  }

  async #close(): Promise<void> {
    if (!this.#open) return
    const { job, files, filesOfFrame } = this.#open
    this.#open = null
    const frames = job.frames.map((frame) => ({
      frame_id: frame.frameId,
      files: [...(filesOfFrame.get(frame.frameId) ?? [])],
    }))
    const row = {
      job_id: job.jobId,
      reference_id: job.referenceId,
      name: job.name,
      split: job.split,
      files: [...files],
      frames,
      source_urls: job.frames.flatMap((frame) => frame.files.map((file) => file.url)),
    }
    this.#spool.write(`${this.#spool.count === 0 ? '' : ','}\n${JSON.stringify(row)}`)
    await this.#spool.flush()
  }
}

export function manifestClasses(
  classes: ClassTable,
  { firstClassNumber, className = (name) => name }: Pick<Format, 'firstClassNumber' | 'className'>,
): ManifestClass[] {
  const written = classes.writtenNames(className)
  return classes.list.map(({ name, index, tagClass }) => ({
    name,
    ...(firstClassNumber !== undefined && { id: index + firstClassNumber }),
    class_id: tagClass.classId,
    ...(written.get(name) !== name && { written_as: written.get(name) }),
  }))
}
