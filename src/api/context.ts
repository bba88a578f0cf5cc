import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { AllowedNetworks } from '../egress/address.ts'
import type { EgressClient } from '../egress/client.ts'
import type { RoleMap } from '../model/people/roleMap.ts'
import type { AcrossProjects } from '../store/cluster/acrossProjects.ts'
import type { JobIngest } from '../store/cluster/jobs/ingest.ts'
import type { FileStore } from '../store/files/fileStore.ts'
import type { Pool } from '../store/postgres/pools.ts'
import type { Turn } from '../threads/fairTurns.ts'
import type { ThreadPool } from '../threads/pool.ts'
import type { KeyCheck } from './http/keyCheck.ts'
import type { RateLimit } from './http/rateLimit.ts'
import type { Route } from './http/route.ts'
import type { SessionCheck } from './http/sessionCheck.ts'
import type { ProjectCache } from './projectCache.ts'
import type { OpenIdProvider } from './signIn/openIdProvider.ts'
import type { SignInGuard } from './signIn/signInGuard.ts'
import type { ApiJobs } from './threads/jobs.ts'

/** Told of each call of an assistant. */
export type AssistantObserver = (call: { carrier: string; verb: string; outcome: string; seconds: number }) => void

/** Turns at what one caller uses at a time. */
export interface SharedTurns {
  /** @throws the signal's reason while it waits */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>
}

/** Everything that routes are handed. Made once in main.ts. */
export interface ApiContext {
  config: Config
  /** Public address without a trailing slash; known once the server listens. */
  baseUrl(): string
  version: string
  pool: Pool
  files: FileStore
  egress: EgressClient
  /** For assistants, who may think for minutes before they say a word. */
  assistantEgress: EgressClient
  onAssistantCall: AssistantObserver
  /**
   * Turns by name among all processes: at backends that remember what they were last set up for, and at uploads. A
   * process that dies leaves its turn.
   */
  sharedTurns: SharedTurns
  masterKey: Buffer
  allowNetworks: AllowedNetworks
  across: AcrossProjects
  ingest: JobIngest
  keys: KeyCheck
  sessions: SessionCheck
  limits: RateLimit
  signIns: SignInGuard
  projects: ProjectCache
  /** null: people sign in by password alone. */
  openId: { provider: OpenIdProvider; roleMap: RoleMap } | null
  /** Runs work that would delay other answers. */
  threads: ThreadPool<ApiJobs>
  /** The folder of the built pages. */
  webFolder: string
  log: Logger
  /** Health and the like, which every role serves; for the documentation. */
  serviceRoutes: readonly Route[]
  /** Hints that tasks or deliveries were written; polling would find them a second later. */
  wake(what: 'tasks' | 'deliveries'): void
}
