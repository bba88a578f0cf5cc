// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, change, get, inProject, listed, path } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type { UploadedFile } from '../types/files.ts'

/** The calls of `files` that are one request each. */
export class FilesCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Uploaded files, newest first, 100 a page. */
  list(query: { name?: string } = {}, options: CallOptions = {}): AsyncGenerator<UploadedFile> {
    return listed(this.scope, inProject(this.scope, '/files'), 'files', { ...query }, options)
  }

  /** An uploaded file. */
  get(fileId: string, options: CallOptions = {}): Promise<UploadedFile> {
    return get<UploadedFile>(this.scope, inProject(this.scope, path`/files/${fileId}`), options)
  }

  /** Delete an uploaded file that nothing uses. */
  async delete(fileId: string, options: CallOptions = {}): Promise<void> {
    await change<unknown>(this.scope, inProject(this.scope, path`/files/${fileId}`), {
      method: 'DELETE',
      repeatable: true,
      ...options,
    })
  }
}
