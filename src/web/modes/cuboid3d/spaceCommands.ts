import { msg } from '../../messages/message.ts'
import type { Command } from '../../workbench/keys/keymap.ts'
import type { CuboidWork } from './cuboidScene.ts'

/** Keys while a line or points are set, and for the point that was chosen. */
export function spaceCommands({ editor, spaces, tool }: CuboidWork): Command[] {
  const group = msg('command.groupSpace')
  return [
    {
      id: 'space.finish',
      group,
      label: msg('command.finishPoints'),
      keys: ['Enter'],
      isEnabled: () => tool.canComplete,
      run: () => tool.complete(),
    },
    {
      id: 'space.back',
      group,
      label: msg('command.lastPoint'),
      keys: ['Backspace'],
      isEnabled: () => tool.canStepBack,
      run: () => tool.stepBack(),
    },
    {
      id: 'space.drop',
      group,
      label: msg('command.cancelShape'),
      keys: ['Esc'],
      isEnabled: () => spaces.drawing !== null,
      run: () => tool.cancel(),
    },
    {
      id: 'space.deletePoint',
      group,
      label: msg('command.deletePoint'),
      keys: ['Delete', 'Backspace'],
      isEnabled: () => editor.canEdit && !tool.canStepBack && spaces.chosen !== null,
      run: () => spaces.removeChosen(),
    },
  ]
}
