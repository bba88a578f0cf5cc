import { FilesCalls } from './calls/files.ts'
import { fileAt } from './localFiles.ts'
import { uploadInPieces } from './resumableUpload.ts'
import { change, inProject, path, withQuery } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { UploadedFile } from './types/files.ts'

/** The path of a file (in Node.js alone), or its bytes. */
export type FileSource = string | Blob | Uint8Array

interface UploadOptions extends CallOptions {
  /** A relative path; left out: the last part of the path, or the name of a File. */
  name?: string
  /** Larger files are sent in pieces of this size and resume where a connection broke; default 32 MiB. */
  pieceBytes?: number
}

const PIECE_BYTES = 32 * 1024 * 1024

/** Slower than this, an upload is given up. */
const SLOWEST_BYTES_A_SECOND = 100_000

/** Files that were uploaded for jobs and ingests. */
export class Files extends FilesCalls {
  /** Sends a file, of which the `url` of the answer is taken in jobs. */
  async upload(source: FileSource, options: UploadOptions = {}): Promise<UploadedFile> {
    const { pieceBytes = PIECE_BYTES, signal } = options
    const content = await blobOf(source)
    const name = options.name ?? nameOf(source)
    if (name === null) throw new TypeError('bytes have no name: give one')
    if (content.size > pieceBytes)
      return this.get(await uploadInPieces(this.scope, content, { name, pieceBytes, signal }), { signal })
    return change<UploadedFile>(this.scope, withQuery(inProject(this.scope, '/files'), { name }), {
      raw: { content, contentType: 'application/octet-stream' },
      extraMs: (content.size / SLOWEST_BYTES_A_SECOND) * 1000,
      signal,
    })
  }

  /** The bytes of a file, as a stream. */
  async download(fileId: string, { signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const { transport } = this.scope
    const address = transport.baseUrl + inProject(this.scope, path`/files/${fileId}/content`)
    const headers = { 'x-api-key': transport.apiKey }
    const response = await transport.fetch(address, { headers, redirect: 'error', signal })
    if (!response.ok || !response.body) throw new Error(`the file cannot be downloaded: HTTP ${response.status}`)
    return response.body
  }
}

async function blobOf(source: FileSource): Promise<Blob> {
  if (typeof source === 'string') return fileAt(source)
  return source instanceof Blob ? source : new Blob([new Uint8Array(source)])
}

function nameOf(source: FileSource): string | null {
  if (typeof source === 'string') return source.split(/[\\/]/).at(-1) ?? source
  return source instanceof Blob && 'name' in source && typeof source.name === 'string' ? source.name : null
}
