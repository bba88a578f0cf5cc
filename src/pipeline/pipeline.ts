import { TaskRunner } from '../store/cluster/tasks/runner.ts'
import { completeTasks, fail } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import { readTaskPayload, TASK_KINDS, type TaskKind, type TaskPayload } from '../store/taskKinds.ts'
import { runAction } from './actions/runAction.ts'
import { failPoisonedAssembly, JobAssembly } from './assembleJob.ts'
import { compareConsensus } from './compareConsensus.ts'
import type { PipelineContext } from './context.ts'
import { dryRunJob } from './dryRunJob.ts'
import { runExport } from './exports/runExport.ts'
import { runImport } from './imports/runImport.ts'
import { IsolatedTasks, type RunAlone } from './isolatedTasks.ts'
import { scoreGoldCopy } from './scoreGoldCopy.ts'
import { scoreReview } from './scoreReview.ts'
import { JobValidation } from './validateJob.ts'

type Step<K extends TaskKind> = (
  context: PipelineContext,
  task: Task & { payload: TaskPayload<K> },
  signal: AbortSignal,
) => Promise<void>

/** The steps of a job that machines do. */
const STEPS: { readonly [K in TaskKind]: Step<K> } = {
  dry_run: dryRunJob,
  assemble: (context, task, signal) => new JobAssembly(context).run(task, signal),
  validate: (context, task, signal) => new JobValidation(context).run(task, signal),
  export: runExport,
  action: runAction,
  score_review: scoreReview,
  score_work: scoreGoldCopy,
  compare_candidates: compareConsensus,
  import: runImport,
}

export interface PipelineOptions {
  /** The number of tasks that run at the same time, except validation and assembly. */
  slots: number
  leaseSeconds: number
  workerId: string
  /** Runs one task in a separate process; left out in that process itself. */
  runAlone?: RunAlone
  /** The same for tasks that are large by their nature, one at a time in each of other processes. */
  runIsolated?: readonly RunAlone[]
}

export interface Pipeline {
  wake(): void
  stop(graceMs: number): Promise<void>
}

/** Tasks that never run in the process of the service. */
const ISOLATED: ReadonlySet<TaskKind> = new Set(['export', 'import'])

/**
 * The number of jobs that are validated at the same time: mostly they wait, for files, for a thread, for others in the
 * same transaction. Scarce resources (threads, downloads, memory for large ones) are limited where they are used.
 */
const VALIDATION_SLOTS = 128

/** The same for results that are assembled: most of the time they wait to be written down together. */
const ASSEMBLY_SLOTS = 64

/** Works on tasks until it is stopped. */
export function startPipeline(context: PipelineContext, options: PipelineOptions): Pipeline {
  const { slots, leaseSeconds, workerId, runAlone, runIsolated } = options
  const isolated = runIsolated && new IsolatedTasks(context, runIsolated)
  const validation = new JobValidation(context)
  const assembly = new JobAssembly(context)
  const run = (task: Task, signal: AbortSignal): Promise<void> => {
    if (task.kind === 'validate') return runValidation(context, validation, task, signal)
    if (task.kind === 'assemble') return assembly.run(task, signal)
    return isolated && ISOLATED.has(task.kind) ? isolated.run(task, signal) : runStep(context, task, signal)
  }
  const runnerOf = (kinds: readonly TaskKind[], most: number, claimTogether: number) =>
    new TaskRunner({
      pool: context.pool,
      kinds,
      handler: {
        run,
        ...(runAlone ? { runAlone } : {}),
        failPoisoned: (task) => failPoisoned(context, validation, task),
      },
      slots: most,
      claimTogether,
      projectCap: Math.max(1, Math.ceil(most * 0.75)),
      leaseSeconds,
      workerId,
      log: context.log,
    })
  const others = TASK_KINDS.filter((kind) => kind !== 'validate' && kind !== 'assemble')
  const runners = [
    runnerOf(others, slots, 1),
    runnerOf(['assemble'], ASSEMBLY_SLOTS, ASSEMBLY_SLOTS / 4),
    runnerOf(['validate'], VALIDATION_SLOTS, VALIDATION_SLOTS / 4),
  ]
  for (const runner of runners) runner.start()
  return {
    wake() {
      for (const runner of runners) runner.wake()
    },
    async stop(graceMs) {
      await Promise.all(runners.map((runner) => runner.stop(graceMs)))
    },
  }
}

async function runValidation(context: PipelineContext, validation: JobValidation, task: Task, signal: AbortSignal) {
  const payload = readTaskPayload('validate', task.payload)
  if (payload === null) await failUnreadable(context, task)
  else await validation.run({ ...task, payload }, signal)
}

// No further attempt would read it: people see it among the failed tasks.
const failUnreadable = ({ pool }: PipelineContext, task: Task) =>
  fail(pool, task, `its payload is not that of ${task.kind}`)

export const runStep = (context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> =>
  runStepOf(task.kind, context, task, signal)

async function runStepOf<K extends TaskKind>(kind: K, context: PipelineContext, task: Task, signal: AbortSignal) {
  const payload = readTaskPayload(kind, task.payload)
  if (payload === null) await failUnreadable(context, task)
  else await STEPS[kind](context, { ...task, payload }, signal)
}

async function failPoisoned(context: PipelineContext, validation: JobValidation, task: Task): Promise<void> {
  if (task.kind === 'validate') return validation.failPoisoned(task)
  if (task.kind === 'assemble') await failPoisonedAssembly(context, task)
  else await completeTasks(context.pool, [task])
}
