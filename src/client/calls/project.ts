// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, get, inProject, withQuery } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type { ProjectDetails, ProjectProgress, ProjectStats } from '../types/project.ts'

/** The calls of `project` that are one request each. */
export class ProjectCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Project details: its batches with their counters. */
  details(options: CallOptions = {}): Promise<ProjectDetails> {
    return get<ProjectDetails>(this.scope, inProject(this.scope, '/details'), options)
  }

  /** Counters of a project, over all batches. */
  stats(options: CallOptions = {}): Promise<ProjectStats> {
    return get<ProjectStats>(this.scope, inProject(this.scope, '/stats'), options)
  }

  /** Progress: jobs that entered and left each stage by hour or day, the oldest jobs, and an estimate of completion. */
  progress(
    query: { from?: string; to?: string; bucket?: 'hour' | 'day' } = {},
    options: CallOptions = {},
  ): Promise<ProjectProgress> {
    return get<ProjectProgress>(this.scope, withQuery(inProject(this.scope, '/progress'), { ...query }), options)
  }
}
