import { type Command, Option } from 'commander'
import type { UserRole } from '../../client/types/words.ts'
import type { CliSession } from '../session.ts'
import { card, table } from '../table.ts'

interface CreateOptions {
  role: UserRole
  name?: string
  in?: string[]
}

export function userCommands(program: Command, session: CliSession): void {
  const user = program.command('user').description('people who sign in')
  user
    .command('create')
    .argument('<email>')
    .description('invite a person; the link opens once')
    .addOption(
      new Option('--role <role>')
        .choices(['admin', 'manager', 'reviewer', 'annotator', 'viewer'])
        .makeOptionMandatory(),
    )
    .option('--name <name>')
    .option('--in <project-ids...>', 'projects that the person works in')
    .action(async (email: string, options: CreateOptions) => {
      const { role, name, in: projects } = options
      const made = await session.client().admin.createUser({ email, role, name, projects })
      session.print(made, (shown) => card({ ...shown }))
    })
  user
    .command('list')
    .description('all people')
    .action(async () => {
      const users = await session.client().admin.users()
      session.print({ users }, () =>
        table(
          ['ID', 'EMAIL', 'ROLE', 'PROJECTS'],
          users.map((u) => [u.user_id, u.email, u.role, u.projects?.length ?? 0]),
        ),
      )
    })
}
