import type { ExportFrame, ExportJob } from './exportSet.ts'

/** Kinds that every format may name. */
export const COMMON_LOSSES = [
  'operation_not_supported',
  'data_deleted',
  'file_deleted',
  'not_in_split',
  'relation_dropped',
] as const

export interface LossExample {
  job_id: string
  reference_id: string
  track_id?: string
  frame_id?: string
}

export interface Loss {
  kind: string
  count: number
  example: LossExample
}

export interface LossPlace {
  trackId?: string
  frame?: ExportFrame | string
  count?: number
}

/**
 * Counts what the chosen results hold and the archive does not, by kind, with the first example of each. A kind that
 * the format does not declare is a fault of the writer.
 */
export class Losses {
  readonly #known: ReadonlySet<string>
  readonly #losses = new Map<string, Loss>()

  constructor(declared: readonly string[]) {
    this.#known = new Set([...declared, ...COMMON_LOSSES])
  }

  add(kind: string, job: Pick<ExportJob, 'jobId' | 'referenceId'>, place: LossPlace = {}): void {
    if (!this.#known.has(kind)) throw new RangeError(`the format does not declare the loss ${kind}`)
    const count = place.count ?? 1
    if (count === 0) return
    const loss = this.#losses.get(kind)
    if (loss) {
      loss.count += count
      return
    }
    const frameId = typeof place.frame === 'object' ? place.frame.frameId : place.frame
    const example: LossExample = { job_id: job.jobId, reference_id: job.referenceId }
    if (place.trackId !== undefined) example.track_id = place.trackId
    if (frameId) example.frame_id = frameId
    this.#losses.set(kind, { kind, count, example })
  }

  /** By kind. */
  list(): Loss[] {
    return [...this.#losses.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1))
  }
}
