import type { Command } from 'commander'
import type { Scope } from '../../client/types/words.ts'
import type { CliSession } from '../session.ts'
import { card, table } from '../table.ts'

const words = (text: string) => text.split(',').map((word) => word.trim()) as Scope[]

export function keyCommands(program: Command, session: CliSession): void {
  const key = program.command('key').description('API keys of a project')
  key
    .command('create')
    .argument('<name>')
    .description('create a key; it is shown this once')
    .option('--scopes <scopes>', 'of submit, read, annotate, assist', words, ['submit', 'read'])
    .action(async (name: string, options: { scopes: Scope[] }) => {
      const made = await (await session.project()).admin.createKey(name, options.scopes)
      session.print(made, (shown) => card({ ...shown, scopes: shown.scopes.join(',') }))
    })
  key
    .command('list')
    .description('the keys of a project')
    .action(async () => {
      const keys = await (await session.project()).admin.keys()
      session.print({ keys }, () =>
        table(
          ['ID', 'NAME', 'SCOPES', 'ENDS IN', 'CREATED', 'LAST USED'],
          keys.map((k) => [k.key_id, k.name, k.scopes.join(','), k.last_four, k.created_at, k.last_used_at]),
        ),
      )
    })
  key
    .command('revoke')
    .argument('<key-id>')
    .description('revoke a key at once')
    .action(async (keyId: string) => {
      await (await session.project()).admin.revokeKey(keyId)
      session.print({ key_id: keyId, revoked: true }, () => `revoked ${keyId}\n`)
    })
  key
    .command('rotate-admin')
    .description('make another admin key in DATA_DIR/admin-key; the one before is revoked at once')
    .action(async () => {
      const { key: made } = await session.client().admin.rotateAdminKey()
      session.print({ key: made }, () => `the admin key was replaced; it ends in ${made.slice(-4)}\n`)
    })
}
