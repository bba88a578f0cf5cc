import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeldKeys } from '../sensors/heldKeys.ts'
import { cuboidCommands } from './cuboidCommands.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import { CuboidFits } from './cuboidFits.ts'

/** Names are all that is asked of it. */
const editor = { session: { document: { frameCount: 3 } }, job: {} } as CuboidEditor

test('no command of the 3D views takes the name or the key of another', () => {
  const verbs = CuboidFits.prototype.verbs.call(null as never)
  const commands = cuboidCommands(editor, { verbs: () => verbs } as CuboidFits, new HeldKeys(), () => {})
  const ids = commands.map(({ id }) => id)
  assert.deepEqual(ids, [...new Set(ids)])
  const keys = commands.flatMap((command) => command.keys)
  assert.deepEqual(keys, [...new Set(keys)])
  // The shell's own and the tools' keys.
  for (const taken of [
    'I',
    '?',
    'E',
    'B',
    'N',
    'T',
    'Shift+T',
    'J',
    'Shift+L',
    'Shift+N',
    'Ctrl+Z',
    'Ctrl+Y',
    'Ctrl+S',
    'P',
  ]) {
    assert.ok(!keys.includes(taken), `${taken} is another's`)
  }
})
