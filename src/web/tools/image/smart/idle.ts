import type { ImageToolState } from '../imageHost.ts'
import { smartPressing } from './pressing.ts'
import { promptsWith } from './prompting.ts'
import { shownPrompts } from './shownPrompts.ts'

export function smartIdle(): ImageToolState {
  return {
    name: 'smart.idle',
    cursor: 'crosshair',
    pointerDown: (host, info) => (info.button === 0 && !host.session.readOnly ? smartPressing(info) : undefined),
    pointerMove(host, info) {
      const { suggestions, readOnly } = host.session
      if (!readOnly && !info.pressed) suggestions.previewShape(promptsWith(host, info, info))
      return undefined
    },
    pointerLeave({ session }) {
      session.suggestions.previewShape(null)
      return undefined
    },
    cancel({ session }) {
      session.suggestions.awaited?.stop()
      session.suggestions.previewShape(null)
      session.suggestions.endPrompts()
      return undefined
    },
    overlay: (host) => ({ prompts: shownPrompts(host) }),
  }
}
