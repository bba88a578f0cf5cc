// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, change, get, inProject, listed, path } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type {
  AdminKey,
  AuditEntry,
  CallbackChange,
  CallbackSettings,
  CallbackTest,
  GivenUpTask,
  KeptSensor,
  Key,
  NewProject,
  NewRetention,
  NewUser,
  Project,
  ProjectChange,
  ProjectCreated,
  Retention,
  RetentionPreview,
  SensorConfiguration,
  ShownAccessRule,
  Tag,
  TagBody,
  User,
  UserCreated,
} from '../types/admin.ts'

/** The calls of `admin` that are one request each. */
export class AdminCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** The access rules without their secrets. */
  async attachmentAccess(options: CallOptions = {}): Promise<ShownAccessRule[]> {
    return (await get<{ rules: ShownAccessRule[] }>(this.scope, inProject(this.scope, '/attachment_access'), options))
      .rules
  }

  /** The saved sensor configurations. */
  async sensors(options: CallOptions = {}): Promise<KeptSensor[]> {
    return (await get<{ sensors: KeptSensor[] }>(this.scope, inProject(this.scope, '/sensors'), options)).sensors
  }

  /** Save the configuration of a sensor, for jobs that leave it out. */
  async setSensor(sensorId: string, body: SensorConfiguration = {}, options: CallOptions = {}): Promise<void> {
    await change<unknown>(this.scope, inProject(this.scope, path`/sensors/${sensorId}`), {
      method: 'PUT',
      body,
      repeatable: true,
      ...options,
    })
  }

  /** Change the callback settings; members left out do not change. */
  setCallback(body: CallbackChange = {}, options: CallOptions = {}): Promise<CallbackSettings> {
    return change<CallbackSettings>(this.scope, inProject(this.scope, '/callback'), {
      method: 'PUT',
      body,
      repeatable: true,
      ...options,
    })
  }

  /** The callback settings; secrets by their last four characters. */
  callback(options: CallOptions = {}): Promise<CallbackSettings> {
    return get<CallbackSettings>(this.scope, inProject(this.scope, '/callback'), options)
  }

  /** Send a sample now and return the answer. */
  testCallback(options: CallOptions = {}): Promise<CallbackTest> {
    return change<CallbackTest>(this.scope, inProject(this.scope, '/callback/test'), { ...options })
  }

  /** The valid admin keys, without their secrets. */
  async adminKeys(options: CallOptions = {}): Promise<AdminKey[]> {
    return (await get<{ keys: AdminKey[] }>(this.scope, '/v1/admin_keys', options)).keys
  }

  /** Replace the admin key of this machine; the previous one is revoked at once. */
  rotateAdminKey(options: CallOptions = {}): Promise<{ key: string }> {
    return change<{ key: string }>(this.scope, '/v1/admin_keys/rotate', { ...options })
  }

  /** Revoke an admin key, of another machine or a lost folder. */
  async revokeAdminKey(keyId: string, options: CallOptions = {}): Promise<void> {
    await change<unknown>(this.scope, path`/v1/admin_keys/${keyId}`, { method: 'DELETE', repeatable: true, ...options })
  }

  /** Audit log: changes of settings, people and keys, and manual changes of jobs, newest first, 100 a page. */
  audit(
    query: { project_id?: string; actor?: string; action?: string; from?: string; to?: string } = {},
    options: CallOptions = {},
  ): AsyncGenerator<AuditEntry> {
    return listed(this.scope, '/v1/audit', 'entries', { ...query }, options)
  }

  /** Failed tasks, newest first, at most 1,000. */
  async tasks(options: CallOptions = {}): Promise<GivenUpTask[]> {
    return (await get<{ tasks: GivenUpTask[] }>(this.scope, '/v1/tasks', options)).tasks
  }

  /** Invite a person; the link opens once. */
  createUser(body: NewUser, options: CallOptions = {}): Promise<UserCreated> {
    return change<UserCreated>(this.scope, '/v1/users', { body, ...options })
  }

  /** All people. */
  async users(options: CallOptions = {}): Promise<User[]> {
    return (await get<{ users: User[] }>(this.scope, '/v1/users', options)).users
  }

  /** Create a project; its first key and signing secret are shown this once. */
  createProject(body: NewProject, options: CallOptions = {}): Promise<ProjectCreated> {
    return change<ProjectCreated>(this.scope, '/v1/projects', { body, ...options })
  }

  /** Change a project. */
  changeProject(body: ProjectChange = {}, options: CallOptions = {}): Promise<Project> {
    return change<Project>(this.scope, inProject(this.scope), { method: 'PATCH', body, repeatable: true, ...options })
  }

  /** The keys of a project, without their secrets. */
  async keys(options: CallOptions = {}): Promise<Key[]> {
    return (await get<{ keys: Key[] }>(this.scope, inProject(this.scope, '/keys'), options)).keys
  }

  /** Revoke a key. */
  async revokeKey(keyId: string, options: CallOptions = {}): Promise<void> {
    await change<unknown>(this.scope, inProject(this.scope, path`/keys/${keyId}`), {
      method: 'DELETE',
      repeatable: true,
      ...options,
    })
  }

  /** How many days the data of a finished job is kept. */
  retention(options: CallOptions = {}): Promise<Retention> {
    return get<Retention>(this.scope, inProject(this.scope, '/retention'), options)
  }

  /** Set how long data is kept; older data is deleted within the hour. */
  setRetention(body: NewRetention = {}, options: CallOptions = {}): Promise<Retention> {
    return change<Retention>(this.scope, inProject(this.scope, '/retention'), {
      method: 'PUT',
      body,
      repeatable: true,
      ...options,
    })
  }

  /** What these settings would delete now; nothing is changed. */
  previewRetention(body: NewRetention = {}, options: CallOptions = {}): Promise<RetentionPreview> {
    return change<RetentionPreview>(this.scope, inProject(this.scope, '/retention/preview'), {
      body,
      repeatable: true,
      ...options,
    })
  }

  /** Create or change a tag; classes are matched by name and keep their ids. */
  setTag(tag: string, body: TagBody, options: CallOptions = {}): Promise<Tag> {
    return change<Tag>(this.scope, inProject(this.scope, path`/tags/${tag}`), {
      method: 'PUT',
      body,
      repeatable: true,
      ...options,
    })
  }

  /** A tag with its classes. */
  tag(tag: string, options: CallOptions = {}): Promise<Tag> {
    return get<Tag>(this.scope, inProject(this.scope, path`/tags/${tag}`), options)
  }

  /** All tags of a project. */
  async tags(options: CallOptions = {}): Promise<Tag[]> {
    return (await get<{ tags: Tag[] }>(this.scope, inProject(this.scope, '/tags'), options)).tags
  }
}
