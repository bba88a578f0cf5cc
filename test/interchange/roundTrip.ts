import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ExportSet } from '../../src/interchange/core/exportSet.ts'
import type { Format } from '../../src/interchange/core/format.ts'
import { type Loss, Losses } from '../../src/interchange/core/losses.ts'
import { LOSSES_NAME, MANIFEST_NAME } from '../../src/interchange/core/manifest.ts'
import type { ImportFailure } from '../../src/interchange/core/reader.ts'
import { type WrittenExport, writeExport } from '../../src/interchange/core/writeExport.ts'
import { DEFAULT_ARCHIVE_LIMITS, openArchive } from '../../src/interchange/core/zipReader.ts'
import { acceptedData } from './acceptedData.ts'
import { type GivenJob, type GivenSet, setOf } from './exportJob.ts'

export interface UnpackedExport extends WrittenExport {
  entries: ReadonlyMap<string, Uint8Array>
  losses: Loss[]
}

/** Runs `use` with a temporary folder. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-interchange-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A set as the archive that it is exported to, to be read; the caller closes it. */
export async function sentExport(format: Format, given: GivenSet, folder: string) {
  const path = join(folder, 'export.zip')
  await writeExport(format, setOf(given), new Losses(format.losses), { path, folder })
  return openArchive(path, DEFAULT_ARCHIVE_LIMITS)
}

/** Writes a set and unpacks the result. */
export const exported = (format: Format, set: ExportSet): Promise<UnpackedExport> =>
  inFolder(async (folder) => {
    const path = join(folder, 'export.zip')
    const written = await writeExport(format, set, new Losses(format.losses), { path, folder })
    const archive = await openArchive(path, DEFAULT_ARCHIVE_LIMITS)
    const entries = new Map<string, Uint8Array>()
    for (const name of archive.names) entries.set(name, await archive.read(name))
    archive.close()
    return { ...written, entries }
  })

export const textOf = ({ entries }: UnpackedExport, name: string): string => {
  const bytes = entries.get(name)
  assert.ok(bytes, `there is no ${name} in ${[...entries.keys()].join(', ')}`)
  return new TextDecoder().decode(bytes)
}

/** The records after a set is exported and imported into jobs of the same reference_ids. */
export async function imported(
  format: Format,
  given: GivenSet,
): Promise<{ jobs: GivenJob[]; failures: ImportFailure[] }> {
  const { read } = format
  assert.ok(read, `${format.format} is not read`)
  return inFolder(async (folder) => {
    const path = join(folder, 'export.zip')
    await writeExport(format, setOf(given), new Losses(format.losses), { path, folder })
    const failures: ImportFailure[] = []
    const archive = await openArchive(path, DEFAULT_ARCHIVE_LIMITS)
    const request = { tag: given.tag, options: {}, fail: (failure: ImportFailure) => failures.push(failure) }
    const manifest = JSON.parse(await archive.readText(MANIFEST_NAME))
    const jobs: GivenJob[] = []
    for await (const part of read(archive, request)) {
      const job = given.jobs.find((one) => one.referenceId === referenceOf(manifest, part.referenceId, part.fileNames))
      assert.ok(job, `nothing is called ${part.fileNames.join(', ')}`)
      const target = {
        frames: job.frames.map((frame) => ({
          ...frame,
          files: frame.files.map((file) => ({ ...file, pointCount: job.labels?.cloud.pointCount ?? null })),
        })),
        sensors: job.sensors ?? [],
        pointCloudFrame: job.sensors ? ('sensor' as const) : null,
      }
      const { data, labels } = acceptedData(given.tag, job, await part.build(target, (label) => label))
      jobs.push({ ...job, data, ...(labels && job.labels && { labels: { ...job.labels, labels } }) })
    }
    archive.close()
    return { jobs, failures }
  })
}

interface Manifest {
  jobs: { reference_id: string; name: string; frames: { files: string[] }[] }[]
}

/** As the importer finds jobs of our own archives: by the names that manifest.json gives them. */
function referenceOf({ jobs }: Manifest, referenceId: string | null, fileNames: readonly string[]): string | undefined {
  if (referenceId !== null) return referenceId
  const names = new Set(fileNames.map((name) => name.replace(/^.*\//, '').replace(/\.[^./]*$/, '')))
  return jobs.find(({ name }) => names.has(name) || fileNames.includes(name))?.reference_id
}

/** Export → import → export gives the same files, apart from the manifest and the losses. */
export async function assertRoundTrip(format: Format, given: GivenSet): Promise<void> {
  const first = await exported(format, setOf(given))
  const { jobs, failures } = await imported(format, given)
  assert.deepEqual(failures, [])
  const second = await exported(format, setOf({ ...given, jobs: [...jobs, ...missing(given.jobs, jobs)] }))
  const names = [...first.entries.keys()].filter((name) => name !== MANIFEST_NAME && name !== LOSSES_NAME)
  assert.deepEqual(
    [...second.entries.keys()].filter((name) => name !== MANIFEST_NAME && name !== LOSSES_NAME),
    names,
  )
  for (const name of names) {
    if (TEXT.test(name)) assert.equal(textOf(second, name), textOf(first, name), name)
    else assert.ok(Buffer.from(second.entries.get(name) ?? []).equals(first.entries.get(name) ?? Buffer.of()), name)
  }
}

const TEXT = /\.(json|jsonl|txt|xml|yaml|ini)$/

/** Puts the entries of an archive into a folder, as the readers of others want them. */
export async function unpack({ entries }: Pick<UnpackedExport, 'entries'>, folder: string): Promise<void> {
  for (const [name, bytes] of entries) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
}

const missing = (all: readonly GivenJob[], found: readonly GivenJob[]) =>
  all.filter(({ referenceId }) => !found.some((job) => job.referenceId === referenceId))
