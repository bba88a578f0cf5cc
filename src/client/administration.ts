import { type ClientScope, change, get, inProject, path } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type {
  AccessRule,
  CallbackChange,
  CallbackSettings,
  CallbackTest,
  GivenUpTask,
  KeptSensor,
  Key,
  KeyCreated,
  NewProject,
  NewUser,
  Project,
  ProjectCreated,
  Scope,
  SensorConfiguration,
  ShownAccessRule,
  Tag,
  TagBody,
  User,
  UserCreated,
} from './types/admin.ts'

/** What needs the admin key: projects, keys, tags, callbacks, access to private data, people. */
export class Administration {
  readonly #scope: ClientScope

  constructor(scope: ClientScope) {
    this.#scope = scope
  }

  /** Key and signing secret are in this answer and never shown again. */
  createProject(project: NewProject, options: CallOptions = {}): Promise<ProjectCreated> {
    return change(this.#scope, '/v1/projects', { body: project, ...options })
  }

  async projects(options: CallOptions = {}): Promise<Project[]> {
    const all: Project[] = []
    let token: string | null = null
    do {
      const query: string = token === null ? '' : `?page_token=${encodeURIComponent(token)}`
      const page: { projects: Project[]; next_page_token?: string | null } = await get(
        this.#scope,
        `/v1/projects${query}`,
        options,
      )
      all.push(...page.projects)
      token = page.next_page_token ?? null
    } while (token !== null)
    return all
  }

  changeProject(project: Partial<Omit<NewProject, 'callback'>>, options: CallOptions = {}): Promise<Project> {
    const sending = { method: 'PATCH', body: project, repeatable: true, ...options } as const
    return change(this.#scope, inProject(this.#scope), sending)
  }

  /** The key is in this answer and never shown again. */
  createKey(name: string, scopes: readonly Scope[], options: CallOptions = {}): Promise<KeyCreated> {
    return change(this.#scope, inProject(this.#scope, '/keys'), { body: { name, scopes }, ...options })
  }

  async keys(options: CallOptions = {}): Promise<Key[]> {
    return (await get<{ keys: Key[] }>(this.#scope, inProject(this.#scope, '/keys'), options)).keys
  }

  async revokeKey(keyId: string, options: CallOptions = {}): Promise<void> {
    await change(this.#scope, inProject(this.#scope, path`/keys/${keyId}`), { method: 'DELETE', ...options })
  }

  /**
   * Creates a new admin key on the machine that answers, and returns it; its file contains it too. The previous key is
   * revoked immediately.
   */
  rotateAdminKey(options: CallOptions = {}): Promise<{ key: string }> {
    return change(this.#scope, '/v1/admin_keys/rotate', options)
  }

  /** Creates or changes a tag; classes are matched by name and keep their ids. */
  setTag(tag: string, body: TagBody, options: CallOptions = {}): Promise<Tag> {
    return change(this.#scope, inProject(this.#scope, path`/tags/${tag}`), { method: 'PUT', body, ...options })
  }

  /** Uploads a picture for a tag's instructions: PNG, JPEG, WebP or GIF. Returns its address, for Markdown. */
  async addTagImage(tag: string, picture: Blob | Uint8Array, options: CallOptions = {}): Promise<string> {
    const raw = { content: picture, contentType: 'application/octet-stream' }
    const address = inProject(this.#scope, path`/tags/${tag}/images`)
    // Repeating is safe: the same bytes are stored once.
    return (await change<{ url: string }>(this.#scope, address, { raw, repeatable: true, ...options })).url
  }

  tag(tag: string, options: CallOptions = {}): Promise<Tag> {
    return get(this.#scope, inProject(this.#scope, path`/tags/${tag}`), options)
  }

  async tags(options: CallOptions = {}): Promise<Tag[]> {
    return (await get<{ tags: Tag[] }>(this.#scope, inProject(this.#scope, '/tags'), options)).tags
  }

  setCallback(body: CallbackChange, options: CallOptions = {}): Promise<CallbackSettings> {
    return change(this.#scope, inProject(this.#scope, '/callback'), { method: 'PUT', body, ...options })
  }

  callback(options: CallOptions = {}): Promise<CallbackSettings> {
    return get(this.#scope, inProject(this.#scope, '/callback'), options)
  }

  /** Sends a sample to the project's callback now and returns the response. */
  testCallback(options: CallOptions = {}): Promise<CallbackTest> {
    return change(this.#scope, inProject(this.#scope, '/callback/test'), options)
  }

  /** Replaces all rules. A rule may be given as it is shown: its secrets stay unchanged. */
  async setAttachmentAccess(
    rules: readonly (AccessRule | ShownAccessRule)[],
    options: CallOptions = {},
  ): Promise<ShownAccessRule[]> {
    const address = inProject(this.#scope, '/attachment_access')
    const sending = { method: 'PUT', body: { rules }, ...options } as const
    return (await change<{ rules: ShownAccessRule[] }>(this.#scope, address, sending)).rules
  }

  async attachmentAccess(options: CallOptions = {}): Promise<ShownAccessRule[]> {
    const address = inProject(this.#scope, '/attachment_access')
    return (await get<{ rules: ShownAccessRule[] }>(this.#scope, address, options)).rules
  }

  /** Keeps the configuration of a sensor, for jobs that leave it out. */
  async setSensor(sensorId: string, body: SensorConfiguration, options: CallOptions = {}): Promise<void> {
    await change(this.#scope, inProject(this.#scope, path`/sensors/${sensorId}`), { method: 'PUT', body, ...options })
  }

  /** The stored configurations. */
  async sensors(options: CallOptions = {}): Promise<KeptSensor[]> {
    return (await get<{ sensors: KeptSensor[] }>(this.#scope, inProject(this.#scope, '/sensors'), options)).sensors
  }

  createUser(user: NewUser, options: CallOptions = {}): Promise<UserCreated> {
    return change(this.#scope, '/v1/users', { body: user, ...options })
  }

  async users(options: CallOptions = {}): Promise<User[]> {
    return (await get<{ users: User[] }>(this.#scope, '/v1/users', options)).users
  }

  /** Steps that the service gave up, the newest first. */
  async tasks(options: CallOptions = {}): Promise<GivenUpTask[]> {
    return (await get<{ tasks: GivenUpTask[] }>(this.#scope, '/v1/tasks', options)).tasks
  }

  /** Does a step again that was given up. */
  retryTask(taskId: number | string, options: CallOptions = {}): Promise<GivenUpTask> {
    return change(this.#scope, path`/v1/tasks/${String(taskId)}/retry`, { ...options })
  }

  /** Deletes a step that was given up; its job stays unchanged. */
  dropTask(taskId: number | string, options: CallOptions = {}): Promise<GivenUpTask> {
    return change(this.#scope, path`/v1/tasks/${String(taskId)}`, { method: 'DELETE', ...options })
  }
}
