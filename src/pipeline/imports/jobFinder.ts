import { withoutEnding } from '../../interchange/core/entryNames.ts'
import type { ImportManifest } from '../../interchange/core/importManifest.ts'
import { originalStem } from '../../interchange/core/originalStem.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import {
  filesOfJobs,
  type NamedFile,
  namedFilesAfter,
  referencesAfter,
} from '../../store/project/imports/importJobs.ts'
import { findJobByReference } from '../../store/project/jobs/jobs.ts'

const FILES_A_READ = 5000
/** If more jobs than this share a name, it is ambiguous. */
const MAX_CANDIDATES = 100

export type Found = { jobId: string } | { reason: 'NOT_FOUND' | 'AMBIGUOUS' }

/**
 * Finds the job of a part of a data set: by its reference_id, otherwise by the names of its files, which are compared
 * with those in the addresses of the jobs' files. Folders and extensions decide if names alone leave several; if they
 * leave none, a name may be a reference_id.
 */
export class JobFinder {
  readonly #pool: Pool
  readonly #projectId: string
  readonly #tag: string
  readonly #manifest: ImportManifest
  /** Jobs by the names of their files without endings, and by folders of sequences. */
  readonly #byStem = new Map<string, string | Set<string>>()

  /** Read when a name is first looked for: a call for each of a hundred thousand parts would take minutes. */
  #byReference: Promise<ReadonlyMap<string, string>> | null = null

  private constructor(pool: Pool, projectId: string, tag: string, manifest: ImportManifest) {
    this.#pool = pool
    this.#projectId = projectId
    this.#tag = tag
    this.#manifest = manifest
  }

  static async make(pool: Pool, projectId: string, tag: string, manifest: ImportManifest): Promise<JobFinder> {
    const finder = new JobFinder(pool, projectId, tag, manifest)
    for (let after: NamedFile | null = null; ; ) {
      const files: NamedFile[] = await namedFilesAfter(pool, projectId, tag, after, FILES_A_READ)
      for (const { jobId, field, url } of files) finder.#add(jobId, url, field !== 'data.image_url')
      after = files.at(-1) ?? null
      if (files.length < FILES_A_READ) return finder
    }
  }

  async find(part: { referenceId: string | null; fileNames: readonly string[] }): Promise<Found> {
    const referenceId = this.referenceOf(part)
    const named = referenceId === null ? null : await findJobByReference(this.#pool, this.#projectId, referenceId)
    if (named?.tag === this.#tag) return named
    const candidates = this.#candidatesOf(part.fileNames)
    const [only] = candidates
    if (only === undefined) return this.#calledLike(part.fileNames)
    if (candidates.size === 1) return { jobId: only }
    return candidates.size > MAX_CANDIDATES ? { reason: 'AMBIGUOUS' } : this.#closest(candidates, part.fileNames)
  }

  /** The job whose reference_id is a name of the part: folders of sequences and files may be named by it. */
  async #calledLike(fileNames: readonly string[]): Promise<Found> {
    this.#byReference ??= this.#readReferences()
    const known = await this.#byReference
    for (const name of fileNames.flatMap((given) => [given, baseOf(given), stemOf(given)])) {
      const jobId = known.get(name)
      if (jobId !== undefined) return { jobId }
    }
    return { reason: 'NOT_FOUND' }
  }

  async #readReferences(): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (let after = ''; ; ) {
      const jobs = await referencesAfter(this.#pool, this.#projectId, this.#tag, after, FILES_A_READ)
      for (const { referenceId, jobId } of jobs) found.set(referenceId, jobId)
      after = jobs.at(-1)?.referenceId ?? after
      if (jobs.length < FILES_A_READ) return found
    }
  }

  /** By the names unchanged, otherwise with escapes decoded, otherwise as they were before a tool renamed them. */
  #candidatesOf(fileNames: readonly string[]): ReadonlySet<string> {
    const stems = fileNames.map(stemOf)
    const unescaped = fileNames.map((name) => stemOf(asText(name)))
    const originals = unescaped.flatMap((stem) => originalStem(stem) ?? [])
    for (const list of [stems, unescaped, originals]) {
      const found = new Set(list.flatMap((stem) => [...this.#candidates(stem)]))
      if (found.size > 0) return found
    }
    return new Set()
  }

  /** The reference_id of a part, which archives of our own have in their manifest. */
  referenceOf({ referenceId, fileNames }: { referenceId: string | null; fileNames: readonly string[] }): string | null {
    return referenceId ?? this.#manifest.referenceOf(fileNames)
  }

  #add(jobId: string, url: string, isOneOfMany: boolean): void {
    const parts = pathOf(url).split('/').filter(Boolean)
    const names = [stemOf(parts.at(-1) ?? ''), ...(isOneOfMany ? parts.slice(0, -1) : [])]
    for (const name of names) {
      const known = this.#byStem.get(name)
      if (known === undefined) this.#byStem.set(name, jobId)
      else if (typeof known === 'string') {
        if (known !== jobId) this.#byStem.set(name, new Set([known, jobId]))
      } else if (known.size <= MAX_CANDIDATES) known.add(jobId)
    }
  }

  #candidates(stem: string): Iterable<string> {
    const found = this.#byStem.get(stem)
    return typeof found === 'string' ? [found] : (found ?? [])
  }

  /**
   * The one job whose address ends with the whole name, the longest first, otherwise the one whose file has the same
   * extension.
   */
  async #closest(candidates: ReadonlySet<string>, fileNames: readonly string[]): Promise<Found> {
    const files = await filesOfJobs(this.#pool, this.#projectId, [...candidates])
    const jobsWhere = (fits: (path: string) => boolean) =>
      new Set(files.filter(({ url }) => fits(pathOf(url))).map(({ jobId }) => jobId))
    const endsWith = (path: string, name: string) => path.endsWith(`/${name.replace(/^\/+/, '').normalize()}`)
    const endsAlike = (path: string, name: string) => endsWith(withoutEnding(path), withoutEnding(name))
    const deepestFirst = [...fileNames].sort((a, b) => b.split('/').length - a.split('/').length)
    for (const name of [...deepestFirst, ...fileNames.map(baseOf)]) {
      const fits = [endsWith, ...(name.includes('/') ? [endsAlike] : [])]
      for (const fit of fits) {
        const [only, ...others] = jobsWhere((path) => fit(path, name))
        if (only !== undefined) return others.length === 0 ? { jobId: only } : { reason: 'AMBIGUOUS' }
      }
    }
    return { reason: 'AMBIGUOUS' }
  }
}

const baseOf = (name: string): string => name.split(/[/\\]/).at(-1) ?? ''

/** Composed: systems of Apple write letters with their marks apart. */
const stemOf = (name: string): string =>
  baseOf(name)
    .replace(/(.)\.[^.]*$/, '$1')
    .normalize()

/** The path of an address, with escapes decoded. */
const pathOf = (url: string): string => asText(URL.canParse(url) ? new URL(url).pathname : url).normalize()

function asText(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
