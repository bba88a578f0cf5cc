import { Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { MANIFEST_NAME } from '../../interchange/core/manifest.ts'
import { ImportError, type SentArchive } from '../../interchange/core/reader.ts'
import { readJson } from '../../interchange/core/readJson.ts'

const checkManifest = schemaCheck(
  Type.Object({
    jobs: Type.Array(
      Type.Object({
        reference_id: Type.String(),
        name: Type.String(),
        frames: Type.Optional(Type.Array(Type.Object({ files: Type.Array(Type.String()) }))),
      }),
    ),
  }),
)

/** What manifest.json of an archive of our own says: whose name is whose. Of other archives it knows nothing. */
export class ImportManifest {
  readonly #referenceOf = new Map<string, string>()

  static async read(archive: SentArchive): Promise<ImportManifest> {
    const manifest = new ImportManifest()
    if (!archive.names.includes(MANIFEST_NAME)) return manifest
    try {
      const { jobs } = await readJson(archive, MANIFEST_NAME, checkManifest)
      for (const { name, reference_id } of jobs) manifest.#referenceOf.set(name, reference_id)
    } catch (error) {
      // Other tools have manifests of their own.
      if (!(error instanceof ImportError)) throw error
    }
    return manifest
  }

  /** By NAME, which names of entries have with folders and endings; null for what is not in it. */
  referenceOf(fileNames: readonly string[]): string | null {
    for (const fileName of fileNames) {
      const base = fileName.split('/').at(-1) ?? ''
      const found =
        this.#referenceOf.get(fileName) ??
        this.#referenceOf.get(base) ??
        this.#referenceOf.get(base.replace(/\.[^.]*$/, ''))
      if (found !== undefined) return found
    }
    return null
  }
}
