import type { ImageToolState } from '../imageHost.ts'
import { smartPressing } from './pressing.ts'
import { shownPrompts } from './shownPrompts.ts'

export function smartIdle(): ImageToolState {
  return {
    name: 'smart.idle',
    cursor: 'crosshair',
    pointerDown: (host, info) => (info.button === 0 && !host.session.readOnly ? smartPressing(info) : undefined),
    cancel(host) {
      host.session.suggestions.endPrompts()
      return undefined
    },
    overlay: (host) => ({ prompts: shownPrompts(host) }),
  }
}
