import { msg } from '../../../messages/message.ts'
import type { ImageTool } from '../imageHost.ts'
import { onImage } from '../path/drawing.ts'
import { wiring } from './wiring.ts'
import { wiringAgain } from './wiringAgain.ts'

/** A polygon whose sides stick to edges between the clicks. */
export const LIVEWIRE_TOOL: ImageTool = {
  id: 'livewire',
  label: msg('tool.livewire'),
  icon: 'livewire',
  key: 'W',
  makes: 'polygon',
  start: () => ({
    name: 'livewire.idle',
    cursor: 'crosshair',
    pointerDown: (editor, info) =>
      info.button === 0 && !editor.session.readOnly ? wiring(onImage(info.at, editor)) : undefined,
  }),
  resume: wiringAgain,
}
