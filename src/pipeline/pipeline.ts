import { TaskRunner } from '../store/cluster/tasks/runner.ts'
import { complete } from '../store/cluster/tasks/settle.ts'
import { TASK_KINDS, type Task, type TaskKind } from '../store/cluster/tasks/task.ts'
import { runAction } from './actions/runAction.ts'
import { assembleJob, failPoisonedAssembly } from './assembleJob.ts'
import { compareConsensus } from './compareConsensus.ts'
import type { PipelineContext } from './context.ts'
import { dryRunJob } from './dryRunJob.ts'
import { runExport } from './exports/runExport.ts'
import { runImport } from './imports/runImport.ts'
import { IsolatedTasks, type RunAlone } from './isolatedTasks.ts'
import { scoreGoldCopy } from './scoreGoldCopy.ts'
import { scoreReview } from './scoreReview.ts'
import { failPoisonedJob, validateJob } from './validateJob.ts'

/** The steps of a job that machines do. Dry runs first: a caller waits for the answer. */
const STEPS: Readonly<Record<TaskKind, (context: PipelineContext, task: Task, signal: AbortSignal) => Promise<void>>> =
  {
    dry_run: dryRunJob,
    assemble: assembleJob,
    validate: validateJob,
    export: runExport,
    action: runAction,
    score_review: scoreReview,
    score_work: scoreGoldCopy,
    compare_candidates: compareConsensus,
    import: runImport,
  }

export interface PipelineOptions {
  slots: number
  leaseSeconds: number
  workerId: string
  /** Runs one task in a separate process; left out in that process itself. */
  runAlone?: RunAlone
  /** The same for tasks that are large by their nature, in another process than those that killed one. */
  runIsolated?: RunAlone
}

/** Tasks that never run in the process of the service. */
const ISOLATED: ReadonlySet<TaskKind> = new Set(['export', 'import'])

/** Works on tasks until it is stopped. */
export function startPipeline(context: PipelineContext, options: PipelineOptions): TaskRunner {
  const { slots, leaseSeconds, workerId, runAlone, runIsolated } = options
  const isolated = runIsolated && new IsolatedTasks(context.pool, runIsolated)
  const runner = new TaskRunner({
    pool: context.pool,
    kinds: TASK_KINDS,
    handler: {
      run: (task, signal) =>
        isolated && ISOLATED.has(task.kind) ? isolated.run(task, signal) : runStep(context, task, signal),
      ...(runAlone ? { runAlone } : {}),
      failPoisoned: (task) => failPoisoned(context, task),
    },
    slots,
    projectCap: Math.max(1, Math.ceil(slots * 0.75)),
    leaseSeconds,
    workerId,
    log: context.log,
  })
  runner.start()
  return runner
}

export async function runStep(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  await STEPS[task.kind](context, task, signal)
}

async function failPoisoned(context: PipelineContext, task: Task): Promise<void> {
  if (task.kind === 'validate') return failPoisonedJob(context, task)
  if (task.kind === 'assemble') await failPoisonedAssembly(context, task)
  else await complete(context.pool, task)
}
