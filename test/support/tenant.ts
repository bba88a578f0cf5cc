import type { KeyCreated, NewProject, ProjectCreated, TagBody } from '../../src/client/types/admin.ts'
import type { JobRecord, SubmittedResult } from '../../src/client/types/jobs.ts'
import type { JobCreated, Operation, Scope } from '../../src/client/types/words.ts'
import { type Api, until } from './apiClient.ts'

const EVERY_SCOPE: Scope[] = ['submit', 'read', 'annotate']

/** A project with a key of every scope, as seen by who works with it. */
export class Tenant {
  readonly projectId: string
  readonly key: string
  readonly signingSecret: string
  readonly admin: Api
  readonly api: Api

  private constructor(admin: Api, created: ProjectCreated, key: string) {
    this.admin = admin
    this.projectId = created.project_id
    this.signingSecret = created.signing_secret
    this.key = key
    this.api = admin.with(key)
  }

  static async create(
    admin: Api,
    project: Partial<NewProject>,
    tags: Readonly<Record<string, TagBody>>,
  ): Promise<Tenant> {
    // Submitted work moves on at once; test/workbench/undo.test.ts waits.
    const body: NewProject = { name: 'tenant', base: 'IMAGE', undo_seconds: 0, ...project }
    const created = await admin.post<ProjectCreated>('/v1/projects', body)
    const path = `/v1/projects/${created.project_id}`
    const { key } = await admin.post<KeyCreated>(`${path}/keys`, { name: 'everything', scopes: EVERY_SCOPE })
    for (const [tag, tagBody] of Object.entries(tags)) {
      await admin.put(`${path}/tags/${encodeURIComponent(tag)}`, tagBody)
    }
    return new Tenant(admin, created, key)
  }

  /** Path under `/v1/projects/{pid}`. */
  path(rest: string): string {
    return `/v1/projects/${this.projectId}${rest}`
  }

  async submit(body: object | string): Promise<string> {
    const { job_id } = await this.api.post<JobCreated>(`/v0/projects/${this.projectId}/jobs`, body)
    return job_id
  }

  record(jobId: string): Promise<JobRecord> {
    return this.api.get<JobRecord>(this.path(`/jobs/${jobId}`))
  }

  /** Waits for a stage; a job that has failed meanwhile ends the wait with its error. */
  async reached(jobId: string, stage: JobRecord['stage'], version = 0): Promise<JobRecord> {
    return until(async () => {
      const record = await this.record(jobId)
      if (record.stage === stage && (record.result_version ?? 0) >= version) return record
      if (record.stage === 'failed') throw new Error(`job ${jobId} failed: ${JSON.stringify(record.error)}`)
      return null
    })
  }

  submitResult(jobId: string, data: object, type?: Operation): Promise<SubmittedResult> {
    return this.api.post<SubmittedResult>(this.path(`/jobs/${jobId}/result`), { type, data })
  }
}
