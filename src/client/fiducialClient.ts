import { Administration } from './administration.ts'
import { Assistants } from './assistants.ts'
import { Batches } from './batches.ts'
import { ContestsCalls } from './calls/contests.ts'
import { GoldCalls } from './calls/gold.ts'
import { GroupsCalls } from './calls/groups.ts'
import { JobActionsCalls } from './calls/jobActions.ts'
import { Exports } from './exports.ts'
import { Files } from './files.ts'
import { Imports } from './imports.ts'
import { Ingests } from './ingests.ts'
import { Jobs } from './jobs.ts'
import { ProjectView } from './project.ts'
import { Quality } from './quality.ts'
import { Results } from './results.ts'
import { type ClientScope, document, get } from './scope.ts'
import { type CallOptions, type RetryOptions, realTiming, type Timing } from './transport.ts'
import type { Meta } from './types/service.ts'

export interface ClientOptions {
  /** Such as `https://annotate.example.com`. */
  baseUrl: string
  /** A key of the project, or the admin key. */
  apiKey: string
  /** The project that jobs, batches and the rest speak of; forProject() gives a client for another. */
  projectId?: string
  /** Replaces the platform's fetch. */
  fetch?: typeof fetch
  /** Default: 6 attempts, 0.5 s before the second, never more than 30 s. */
  retries?: Partial<RetryOptions>
  /** Timeout of one attempt; default 60 s. */
  timeoutMs?: number
  /** Clock, pauses and chance; tests bring their own. */
  timing?: Partial<Timing>
}

const RETRIES: RetryOptions = { attempts: 6, firstDelayMs: 500, maxDelayMs: 30_000 }

/**
 * Speaks with a Fiducial service. Calls throw FiducialError when they are refused; network faults, 429 and 502 to 504
 * are tried again where that cannot do anything twice.
 */
export class FiducialClient {
  readonly jobs: Jobs
  readonly results: Results
  readonly batches: Batches
  readonly exports: Exports
  readonly files: Files
  readonly imports: Imports
  /** Files become jobs. */
  readonly ingests: Ingests
  readonly assistants: Assistants
  /** Actions on many jobs. The service processes them one after the other. */
  readonly jobActions: JobActionsCalls
  readonly groups: GroupsCalls
  readonly gold: GoldCalls
  readonly contests: ContestsCalls
  readonly project: ProjectView
  readonly quality: Quality
  /** Calls that need the admin key. */
  readonly admin: Administration
  readonly #scope: ClientScope

  constructor(options: ClientOptions) {
    const scope: ClientScope = {
      projectId: options.projectId ?? null,
      transport: {
        baseUrl: options.baseUrl.replace(/\/+$/, ''),
        apiKey: options.apiKey,
        // Called without a receiver: browsers refuse their fetch as a method of another object.
        fetch: options.fetch ?? ((input, init) => fetch(input, init)),
        retries: { ...RETRIES, ...options.retries },
        timeoutMs: options.timeoutMs ?? 60_000,
        timing: { ...realTiming, ...options.timing },
      },
    }
    this.#scope = scope
    this.jobs = new Jobs(scope)
    this.results = new Results(scope, this.jobs)
    this.batches = new Batches(scope)
    this.exports = new Exports(scope)
    this.files = new Files(scope)
    this.imports = new Imports(scope)
    this.ingests = new Ingests(scope, this.files)
    this.assistants = new Assistants(scope)
    this.jobActions = new JobActionsCalls(scope)
    this.groups = new GroupsCalls(scope)
    this.gold = new GoldCalls(scope)
    this.contests = new ContestsCalls(scope)
    this.project = new ProjectView(scope)
    this.quality = new Quality(scope)
    this.admin = new Administration(scope)
  }

  /** The same service and key, another project. */
  forProject(projectId: string): FiducialClient {
    return new FiducialClient({ ...this.#scope.transport, projectId })
  }

  /** Version, limits and the addresses that the service calls from. */
  meta(options: CallOptions = {}): Promise<Meta> {
    return get(this.#scope, '/v1/meta', options)
  }

  /** The OpenAPI document of the service. */
  openApi(options: CallOptions = {}): Promise<object> {
    return document(this.#scope, '/openapi.json', options)
  }
}
