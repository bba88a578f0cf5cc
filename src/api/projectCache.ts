import type { AccessRule } from '../egress/accessRules.ts'
import type { KeptSensor } from '../formats/jobBody/wire.ts'
import { hasChecks } from '../model/tag.ts'
import { projectOfSpace } from '../store/cluster/work/privateSpaces.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { openAttachmentAccess } from '../store/project/access/attachmentAccess.ts'
import { findBatch, findDefaultBatch } from '../store/project/batches/batches.ts'
import { getCallbackSettings } from '../store/project/callbacks/settings.ts'
import { hasPrivateSpaces } from '../store/project/jobs/privateSpaces.ts'
import { findProject, linkSecretContext, type Project, sealedLinkSecret } from '../store/project/projects/projects.ts'
import { listSensors } from '../store/project/sensors/sensors.ts'
import { findTagVersion, listTags, type StoredTag } from '../store/project/tags/tags.ts'
import { openSecret } from '../store/secrets.ts'

/** The facts of a project that every submission needs. */
export interface CachedProject {
  project: Project
  tags: ReadonlyMap<string, StoredTag>
  /** Some jobs check people: annotators see only those they have held. */
  isChecked: boolean
  sensors: ReadonlyMap<string, KeptSensor>
  accessRules: readonly AccessRule[]
  /** Origins that the callback URL of a job or batch may have. */
  callbackOrigins: ReadonlySet<string>
  /** Signs the project's attachment and viewer links. */
  linkSecret: Uint8Array
  defaultBatchId: string
  /** Batches seen so far, with their callback addresses. A batch is never moved or deleted. */
  batches: Map<string, { callbackUrl: string | null }>
}

const REMEMBER_MS = 1000

/**
 * Caches projects for at most a second. A tag or batch that is not in the cache is looked up in the database before it
 * is refused, so one that another process has just created is known immediately.
 */
export class ProjectCache {
  readonly #pool: Pool
  readonly #masterKey: Buffer
  readonly #known = new Map<string, { value: Promise<CachedProject | null>; untilMs: number }>()

  constructor(pool: Pool, masterKey: Buffer) {
    this.#pool = pool
    this.#masterKey = masterKey
  }

  async exists(projectId: string): Promise<boolean> {
    return (await this.find(projectId)) !== null
  }

  find(projectId: string): Promise<CachedProject | null> {
    const id = projectId.toLowerCase()
    const known = this.#known.get(id)
    if (known && known.untilMs > performance.now()) return known.value
    const value = this.#load(id)
    this.#known.set(id, { value, untilMs: performance.now() + REMEMBER_MS })
    value.catch(() => this.#known.delete(id))
    const [oldest] = this.#known.keys()
    if (this.#known.size > 1000) this.#known.delete(oldest)
    return value
  }

  /** For a project whose key was accepted: it is there. */
  async get(projectId: string): Promise<CachedProject> {
    const remembered = await this.find(projectId)
    if (!remembered) throw new Error(`project ${projectId} is gone`)
    return remembered
  }

  /** A tag, asked of the database again when it is not remembered. */
  async tag(projectId: string, name: string): Promise<StoredTag | undefined> {
    const known = (await this.get(projectId)).tags.get(name)
    if (known) return known
    this.forget(projectId)
    return (await this.get(projectId)).tags.get(name)
  }

  /** The tag of a job, at the job's version. */
  async tagOfJob(job: { projectId: string; tag: string; tagVersion: number }): Promise<StoredTag | undefined> {
    const current = await this.tag(job.projectId, job.tag)
    if (!current || current.version === job.tagVersion) return current
    const { project } = await this.get(job.projectId)
    return (await findTagVersion(this.#pool, project.projectId, job.tag, job.tagVersion)) ?? current
  }

  async batch(projectId: string, batchId: string): Promise<{ callbackUrl: string | null } | null> {
    const { batches } = await this.get(projectId)
    const known = batches.get(batchId)
    if (known) return known
    const batch = await findBatch(this.#pool, projectId, batchId)
    if (batch) batches.set(batchId, { callbackUrl: batch.callbackUrl })
    return batch
  }

  /** Call it after a change in this process. */
  forget(projectId: string): void {
    this.#known.delete(projectId)
  }

  async #load(id: string): Promise<CachedProject | null> {
    const project = await findProject(this.#pool, id)
    if (!project) {
      // A person's own copies of jobs are opened by the settings of the project they belong to.
      const home = await projectOfSpace(this.#pool, id)
      return home === null ? null : this.find(home)
    }
    const { projectId } = project
    const [tags, sensors, accessRules, callback, sealed, defaultBatch, hasSpaces] = await Promise.all([
      listTags(this.#pool, projectId),
      listSensors<KeptSensor>(this.#pool, projectId),
      openAttachmentAccess<AccessRule>(this.#pool, this.#masterKey, projectId),
      getCallbackSettings(this.#pool, projectId),
      sealedLinkSecret(this.#pool, projectId),
      findDefaultBatch(this.#pool, projectId),
      hasPrivateSpaces(this.#pool, projectId),
    ])
    return {
      project,
      tags: new Map(tags.map((tag) => [tag.name, tag])),
      isChecked: hasSpaces || tags.some(hasChecks),
      sensors,
      accessRules,
      callbackOrigins: originsOf([callback?.url ?? null, ...(callback?.allowedOrigins ?? [])]),
      linkSecret: openSecret(this.#masterKey, sealed!, linkSecretContext(projectId)),
      defaultBatchId: defaultBatch,
      batches: new Map([[defaultBatch, { callbackUrl: null }]]),
    }
  }
}

function originsOf(urls: readonly (string | null)[]): Set<string> {
  return new Set(
    urls.filter((url): url is string => url !== null && URL.canParse(url)).map((url) => new URL(url).origin),
  )
}
