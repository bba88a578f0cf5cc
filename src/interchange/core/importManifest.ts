import { Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { MANIFEST_NAME } from './manifest.ts'
import { ImportError, type SentArchive } from './reader.ts'
import { readJson } from './readJson.ts'

const Names = Type.Array(Type.String())

const checkManifest = schemaCheck(
  Type.Object({
    jobs: Type.Array(
      Type.Object({
        reference_id: Type.String(),
        name: Type.String(),
        frames: Type.Optional(Type.Array(Type.Object({ frame_id: Type.Optional(Type.String()), files: Names }))),
        source_urls: Type.Optional(Names),
      }),
    ),
  }),
)

/** Where the files of a job of ours lay, and the ids of its frames. */
export interface OwnSources {
  /** In the order of the frames. */
  sourceUrls: readonly string[]
  frameIds: readonly string[]
  /** Every entry of the archive. */
  entries: ReadonlySet<string>
  /** Entries that are copies of files, by their addresses; empty where the archive holds labels alone. */
  copies: ReadonlyMap<string, string>
}

interface OwnJob {
  referenceId: string
  sourceUrls: readonly string[]
  frameIds: readonly string[]
  copies: ReadonlyMap<string, string>
}

/** Originals that the format itself cannot hold. */
const COPY = /^files\//

/** What manifest.json of an archive of ours says: which name belongs to which job. It is empty for other archives. */
export class ImportManifest {
  readonly #byName = new Map<string, OwnJob>()
  readonly #byReference = new Map<string, OwnJob>()
  readonly #entries: ReadonlySet<string>

  private constructor(entries: ReadonlySet<string>) {
    this.#entries = entries
  }

  static async read(archive: SentArchive): Promise<ImportManifest> {
    const manifest = new ImportManifest(new Set(archive.names))
    if (!archive.has(MANIFEST_NAME)) return manifest
    try {
      const { jobs } = await readJson(archive, MANIFEST_NAME, checkManifest)
      for (const { name, reference_id: referenceId, frames = [], source_urls: sourceUrls = [] } of jobs) {
        const copied = frames.flatMap(({ files }) => files.filter((file) => COPY.test(file)))
        const isWhole = copied.length === sourceUrls.length
        const copies = new Map(isWhole ? sourceUrls.map((url, index) => [url, copied[index]]) : [])
        const frameIds = frames.flatMap(({ frame_id }) => frame_id ?? [])
        const job = { referenceId, sourceUrls, frameIds, copies }
        manifest.#byName.set(name, job)
        manifest.#byReference.set(referenceId, job)
      }
    } catch (error) {
      // Other tools have manifests of their own.
      if (!(error instanceof ImportError)) throw error
    }
    return manifest
  }

  /**
   * Finds the job by its NAME, which entries have with folders and extensions; null if the manifest does not have it.
   */
  referenceOf(fileNames: readonly string[]): string | null {
    return this.#jobOf(fileNames)?.referenceId ?? null
  }

  /** null for parts of archives of others. */
  sourcesOf({
    referenceId,
    fileNames,
  }: {
    referenceId: string | null
    fileNames: readonly string[]
  }): OwnSources | null {
    const job = (referenceId === null ? null : this.#byReference.get(referenceId)) ?? this.#jobOf(fileNames)
    return job ? { ...job, entries: this.#entries } : null
  }

  #jobOf(fileNames: readonly string[]): OwnJob | null {
    for (const fileName of fileNames) {
      const base = fileName.split('/').at(-1) ?? ''
      const found =
        this.#byName.get(fileName) ?? this.#byName.get(base) ?? this.#byName.get(base.replace(/\.[^.]*$/, ''))
      if (found !== undefined) return found
    }
    return null
  }
}
