import { boundsBetween } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageToolState, PointerInfo } from '../imageHost.ts'
import { isBox, promptsWith } from './prompting.ts'
import { shownPrompts } from './shownPrompts.ts'

/** Pressed: a click marks a point of the object (with Alt one outside it), a drag a box around it. */
export function smartPressing(from: PointerInfo): ImageToolState {
  let to = from
  const isPulled = (takesBoxes: boolean) => takesBoxes && isBox(from, to)
  return {
    name: 'smart.pressing',
    cursor: 'crosshair',
    pointerMove(host, info) {
      to = info
      const { suggestions } = host.session
      if (isPulled(suggestions.takes('box'))) suggestions.previewShape(promptsWith(host, from, to))
      return undefined
    },
    pointerUp(host) {
      const prompts = promptsWith(host, from, to)
      if (prompts) host.session.suggestions.prompt(prompts)
      return DONE
    },
    overlay: (host) => ({
      prompts: shownPrompts(host),
      ...(isPulled(host.session.suggestions.takes('box')) && { box: boundsBetween(from.at, to.at) }),
    }),
  }
}
