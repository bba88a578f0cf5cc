import { type Command, Option } from 'commander'
import type { NewProject } from '../../client/types/admin.ts'
import type { CliSession } from '../session.ts'
import { card, table } from '../table.ts'

interface CreateOptions {
  base: NewProject['base']
  callback?: string
  serviceKey?: string
  review?: boolean
  selfReview?: boolean
  pointCloudFrame?: NewProject['point_cloud_frame']
}

export function projectCommands(program: Command, session: CliSession): void {
  const project = program.command('project').description('projects')
  project
    .command('create')
    .argument('<name>')
    .description('create a project; its first key and signing secret are shown this once')
    .addOption(
      new Option('--base <base>', 'what it is mostly for')
        .choices(['IMAGE', 'VIDEO', 'SENSOR_FUSION', 'POINT_CLOUD_SEGMENTATION'])
        .makeOptionMandatory(),
    )
    .option('--callback <url>', 'where results are announced')
    .option('--service-key <key>', 'sent as x-service-key with every callback')
    .option('--review', 'work is reviewed before it is complete')
    .option('--self-review', 'reviewers may review their own work')
    .addOption(new Option('--point-cloud-frame <frame>').choices(['sensor', 'common', 'auto']))
    .action(async (name: string, options: CreateOptions) => {
      const made = await session.client().admin.createProject({
        name,
        base: options.base,
        callback: options.callback ? { url: options.callback, service_key: options.serviceKey } : undefined,
        review: options.review,
        self_review: options.selfReview,
        point_cloud_frame: options.pointCloudFrame,
      })
      session.print(made, (shown) => `${card({ ...shown })}\nKeep the key and the secret: they are not shown again.\n`)
    })
  project
    .command('list')
    .description('all projects')
    .action(async () => {
      const projects = await session.client().admin.projects()
      session.print({ projects }, () =>
        table(
          ['ID', 'NAME', 'BASE', 'CREATED'],
          projects.map((p) => [p.project_id, p.name, p.base, p.created_at]),
        ),
      )
    })
  project
    .command('show')
    .argument('[project]', 'id or name')
    .description('a project with its batches and counters')
    .action(async (named: string | undefined) => {
      const client = await session.project(named ?? session.options.project)
      const [stats, details] = await Promise.all([client.project.stats(), client.project.details()])
      session.print({ ...stats, batches: details.batches }, () => {
        const batches = details.batches.map((b) => [
          b.id,
          b.name,
          b.status,
          b.completed_jobs,
          b.total_jobs,
          b.annotations,
        ])
        return `${card({ ...stats })}\n${table(['BATCH', 'NAME', 'STATUS', 'DONE', 'JOBS', 'ANNOTATIONS'], batches)}`
      })
    })
}
