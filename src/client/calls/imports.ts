// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, change, get, inProject, listed, path } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type { ImportShown } from '../types/imports.ts'

/** The calls of `imports` that are one request each. */
export class ImportsCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Imports of the project, newest first, 100 a page. */
  list(options: CallOptions = {}): AsyncGenerator<ImportShown> {
    return listed(this.scope, inProject(this.scope, '/imports'), 'imports', {}, options)
  }

  /** An import: its progress, what matched, what did not and why. */
  get(importId: string, options: CallOptions = {}): Promise<ImportShown> {
    return get<ImportShown>(this.scope, inProject(this.scope, path`/imports/${importId}`), options)
  }

  /** Cancel a running import, or delete a completed one; imported labels stay. */
  async remove(importId: string, options: CallOptions = {}): Promise<void> {
    await change<unknown>(this.scope, inProject(this.scope, path`/imports/${importId}`), {
      method: 'DELETE',
      repeatable: true,
      ...options,
    })
  }
}
