import type { Command } from 'commander'
import type { CliSession } from '../session.ts'
import { table } from '../table.ts'

export function taskCommands(program: Command, session: CliSession): void {
  const task = program.command('task').description('steps that the service gave up')
  task
    .command('list')
    .description('steps that were given up, the newest first')
    .action(async () => {
      const tasks = await session.client().admin.tasks()
      session.print({ tasks }, () =>
        table(
          ['TASK', 'KIND', 'JOB', 'PROJECT', 'GIVEN UP', 'NOTE'],
          tasks.map((t) => [t.task_id, t.kind, t.subject_id, t.project_id, t.failed_at, t.note ?? '']),
        ),
      )
    })
  task
    .command('retry')
    .argument('<task-id>')
    .description('do the step again')
    .action(async (id: string) => {
      const done = await session.client().admin.retryTask(id)
      session.print(done, () => `${done.kind} of ${done.subject_id} is queued again\n`)
    })
  task
    .command('drop')
    .argument('<task-id>')
    .description('forget the step; its job stays as it is')
    .action(async (id: string) => {
      const done = await session.client().admin.dropTask(id)
      session.print(done, () => `${done.kind} of ${done.subject_id} is forgotten\n`)
    })
}
