import { createHash } from 'node:crypto'
import { type AccessRule, findAccessRule } from '../egress/accessRules.ts'
import { download } from '../egress/download.ts'
import { EgressError, tooLarge } from '../egress/errors.ts'
import { fileIdOf, isFileAddress } from '../formats/files/fileAddress.ts'
import { FileMissingError, type FileStore, type StoredFile } from '../store/files/fileStore.ts'
import { readStart } from '../store/files/readStart.ts'
import { SMALL_FILE_BYTES } from '../store/files/smallFiles.ts'
import { findFile } from '../store/project/files/uploadedFiles.ts'
import type { FetchedUrl, GivenUrl } from '../store/project/jobs/fetchedUrls.ts'
import type { PipelineContext } from './context.ts'
import type { FetchedUrlCache } from './fetchedUrlCache.ts'

export interface Fetched {
  /** A small file is not stored before it has proved good. */
  content: { bytes: Uint8Array } | { stored: StoredFile }
  /** Stores it, where it is not, once it has proved good. */
  keep(): Promise<KeptFile>
}

export interface KeptFile extends StoredFile {
  /** The facts to store about the URL; null: they are stored already. A broken file must be downloaded again. */
  given: GivenUrl | null
}

/**
 * Brings the file of a URL: over the guard, by the project's access rules, asking the server only whether it changed
 * where it was had before; an uploaded file is there already. Throws EgressError.
 */
export async function fetchFile(
  context: Pick<PipelineContext, 'pool' | 'files' | 'egress'>,
  request: {
    projectId: string
    url: string
    rules: readonly AccessRule[]
    maxBytes: number
    deadlineMs: number
    signal: AbortSignal
    urls: FetchedUrlCache
  },
): Promise<Fetched> {
  const { files, egress } = context
  const { projectId, url, rules, maxBytes, deadlineMs, signal, urls } = request
  if (isFileAddress(url)) return uploaded(await openUpload(context, { projectId, url, maxBytes }))
  const cacheKey = cacheKeyOf(url, rules)
  const known = await stillStored(context, await urls.find(projectId, cacheKey))
  const result = await download(egress, {
    url,
    rules,
    lane: projectId,
    ...(known?.etag ? { etag: known.etag } : {}),
    ...(known?.lastModified ? { lastModified: known.lastModified } : {}),
    maxBytes,
    deadlineMs,
    signal,
    sink: (body) => take(files, body),
  })
  if (result.status === 'not_modified') {
    if (!known) throw new EgressError('permanent', 'The server says 304 to a request without a condition.')
    const stored = { sha256: known.sha256, bytes: known.bytes }
    return { content: { stored }, keep: async () => ({ ...stored, given: null }) }
  }
  const { stored: content, etag, lastModified } = result
  const keep = async () => {
    const stored = 'stored' in content ? content.stored : await files.put(content.bytes)
    return { ...stored, given: { cacheKey, fetched: { ...stored, etag, lastModified } } }
  }
  return { content, keep }
}

const uploaded = (stored: StoredFile): Fetched => ({
  content: { stored },
  keep: async () => ({ ...stored, given: null }),
})

/** The bytes of an uploaded file of the project. @throws EgressError where it is gone or too large */
export async function openUpload(
  { pool }: Pick<PipelineContext, 'pool'>,
  { projectId, url, maxBytes }: { projectId: string; url: string; maxBytes: number },
): Promise<StoredFile> {
  const fileId = fileIdOf(url)
  const file = fileId === null ? null : await findFile(pool, projectId, fileId)
  if (!file) throw new EgressError('permanent', 'The uploaded file is not there any more.')
  if (file.bytes > maxBytes) throw tooLarge(maxBytes)
  return { sha256: file.sha256, bytes: file.bytes }
}

async function take(files: FileStore, body: AsyncIterable<Uint8Array>): Promise<Fetched['content']> {
  const start = await readStart(body, SMALL_FILE_BYTES)
  // A copy: what it was cut from is larger, and would go to the thread with it.
  return start.isWhole ? { bytes: Uint8Array.from(start.bytes) } : { stored: await files.put(start.source) }
}

/** A cached response needs its file and a validator to be of use. */
async function stillStored(
  { files }: Pick<PipelineContext, 'files'>,
  known: FetchedUrl | null,
): Promise<FetchedUrl | null> {
  if (!known || (known.etag === null && known.lastModified === null)) return null
  try {
    return (await files.stat(known.sha256)) ? known : null
  } catch (error) {
    if (error instanceof FileMissingError) return null
    throw error
  }
}

/** Under another rule the same URL may give another file: the rule is part of the key, its secrets as a hash. */
function cacheKeyOf(url: string, rules: readonly AccessRule[]): Buffer {
  const rule = findAccessRule(url, rules)
  return createHash('sha256')
    .update(JSON.stringify([url, rule]))
    .digest()
}
