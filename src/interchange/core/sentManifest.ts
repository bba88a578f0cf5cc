import { type Static, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { parseJson } from '../../json/text.ts'
import { MANIFEST_NAME } from './manifest.ts'
import type { SentArchive } from './reader.ts'
import { MAX_JSON_BYTES } from './readJson.ts'

const Names = Type.Array(Type.String())

const Manifest = Type.Object({
  format: Type.String(),
  classes: Type.Array(Type.Object({ name: Type.String(), written_as: Type.Optional(Type.String()) })),
  jobs: Type.Array(
    Type.Object({
      reference_id: Type.String(),
      name: Type.String(),
      files: Names,
      frames: Type.Array(Type.Object({ frame_id: Type.String(), files: Names })),
    }),
  ),
})

export type SentManifest = Static<typeof Manifest>
export type SentJob = SentManifest['jobs'][number]

const check = schemaCheck(Manifest)

/** What an archive of ours says of its jobs; null for those of others. Its job ids are never used. */
export async function readSentManifest(archive: SentArchive, format: string): Promise<SentManifest | null> {
  if (!archive.has(MANIFEST_NAME)) return null
  let value: unknown
  try {
    value = parseJson(await archive.read(MANIFEST_NAME, MAX_JSON_BYTES))
  } catch {
    // Other tools use the same name for files of theirs.
    return null
  }
  return check.accepts(value) && value.format === format ? value : null
}

/** Returns the class of a written name. */
export function readNames(manifest: SentManifest | null): (written: string) => string {
  const names = new Map(manifest?.classes.map(({ name, written_as }) => [written_as ?? name, name]))
  return (written) => names.get(written) ?? written
}

/** The job of each entry; an entry that holds several jobs belongs to the last of them. */
export const jobsByFile = (manifest: SentManifest | null): ReadonlyMap<string, SentJob> =>
  new Map(manifest?.jobs.flatMap((job) => job.files.map((file) => [file, job] as const)))

/** frame_id by entry, as manifest.json of our own archives says it. */
export const frameIdsByFile = (job: SentJob): ReadonlyMap<string, string> =>
  new Map(job.frames.flatMap(({ frame_id, files }) => files.map((file) => [file, frame_id])))
