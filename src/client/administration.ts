import { AdminCalls } from './calls/admin.ts'
import { change, inProject, listed, path } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { AccessRule, GivenUpTask, KeyCreated, Project, ShownAccessRule } from './types/admin.ts'

/** What needs the admin key: projects, keys, tags, callbacks, access to private data, people. */
export class Administration extends AdminCalls {
  async projects(options: CallOptions = {}): Promise<Project[]> {
    const all: Project[] = []
    for await (const project of listed<Project>(this.scope, '/v1/projects', 'projects', {}, options)) all.push(project)
    return all
  }

  /** The key is in this answer and never shown again. */
  createKey(
    name: string,
    scopes: readonly KeyCreated['scopes'][number][],
    options: CallOptions = {},
  ): Promise<KeyCreated> {
    return change(this.scope, inProject(this.scope, '/keys'), { body: { name, scopes }, ...options })
  }

  /** Sends a picture for a tag's instructions: PNG, JPEG, WebP or GIF. Answers its address, for Markdown. */
  async addTagImage(tag: string, picture: Blob | Uint8Array, options: CallOptions = {}): Promise<string> {
    const raw = { content: picture, contentType: 'application/octet-stream' }
    const address = inProject(this.scope, path`/tags/${tag}/images`)
    // The same bytes are kept once.
    return (await change<{ url: string }>(this.scope, address, { raw, repeatable: true, ...options })).url
  }

  /** All rules at once. A rule may be given as it is shown: its secrets stay what they are. */
  async setAttachmentAccess(
    rules: readonly (AccessRule | ShownAccessRule)[],
    options: CallOptions = {},
  ): Promise<ShownAccessRule[]> {
    const address = inProject(this.scope, '/attachment_access')
    const sending = { method: 'PUT', body: { rules }, ...options } as const
    return (await change<{ rules: ShownAccessRule[] }>(this.scope, address, sending)).rules
  }

  /** Does a step again that was given up. */
  retryTask(taskId: number | string, options: CallOptions = {}): Promise<GivenUpTask> {
    return change(this.scope, path`/v1/tasks/${String(taskId)}/retry`, { ...options })
  }

  /** Forgets a step that was given up; its job stays as it is. */
  dropTask(taskId: number | string, options: CallOptions = {}): Promise<GivenUpTask> {
    return change(this.scope, path`/v1/tasks/${String(taskId)}`, { method: 'DELETE', ...options })
  }
}
