import type { Command } from 'commander'
import type { TagBody } from '../../client/types/admin.ts'
import { readJsonFile } from '../io.ts'
import type { CliSession } from '../session.ts'
import { table } from '../table.ts'

export function tagCommands(program: Command, session: CliSession): void {
  const tag = program.command('tag').description('tags: what there is to do')
  tag
    .command('set')
    .argument('<tag>')
    .argument('<file>', 'JSON with operation and classes; - for the standard input')
    .description('create or change a tag; classes are matched by name')
    .action(async (name: string, file: string) => {
      const body = (await readJsonFile(session.io, file)) as TagBody
      const shown = await (await session.project()).admin.setTag(name, body)
      session.print(shown, () =>
        table(
          ['CLASS ID', 'NAME', 'COLOR'],
          shown.classes.map((c) => [c.class_id, c.name, c.color]),
        ),
      )
    })
  tag
    .command('list')
    .description('the tags of a project')
    .action(async () => {
      const tags = await (await session.project()).admin.tags()
      session.print({ tags }, () =>
        table(
          ['TAG', 'OPERATION', 'CLASSES'],
          tags.map((t) => [t.tag, t.operation, t.classes.map((c) => c.name).join(', ')]),
        ),
      )
    })
}
