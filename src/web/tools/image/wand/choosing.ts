import { msg } from '../../../messages/message.ts'
import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageToolState, PointerInfo } from '../imageHost.ts'
import { FindingArea } from '../regions/findingArea.ts'
import type { RegionWindow, SimilarPart } from '../regions/regionFinder.ts'
import { seenWindow } from '../regions/seenWindow.ts'

/** The visible part of the picture is processed in at most this many cells. */
const MOST_CELLS = 1_000_000
/** Dragging this far to the right on the screen increases the tolerance by one. */
const PX_A_STEP = 3

/** The area of the clicks so far: Shift adds another region, Alt removes one. */
export function choosing(host: ImageHost, first: PointerInfo): ImageToolState {
  const { regions } = host
  const area = new FindingArea(host)
  let window: RegionWindow | null = null
  let parts: readonly SimilarPart[] = []
  let pulled: { from: PixelPoint; tolerance: number } | null = null
  const ask = () => window && area.ask(window, { kind: 'similar', parts, fillsHoles: regions.fillsHoles })
  const press = ({ at, screen, shift, alt }: PointerInfo) => {
    const part = { at, tolerance: regions.tolerance, isTaken: !alt }
    parts = shift || alt ? [...parts, part] : [part]
    window = seenWindow(host, at, window, MOST_CELLS)
    if (!window) host.session.notices.add(msg('region.noPicture'), 'warning')
    pulled = { from: screen, tolerance: regions.tolerance }
    ask()
  }
  /** The newest part follows the tolerance; those before it stay as they were seen. */
  const follow = () => {
    parts = parts.map((part, i) => (i === parts.length - 1 ? { ...part, tolerance: regions.tolerance } : part))
    ask()
  }
  let leave = () => {}
  return {
    name: 'wand.choosing',
    cursor: 'crosshair',
    enter() {
      leave = regions.subscribe(follow)
      press(first)
      host.session.notices.add(msg('region.wand'))
    },
    exit: () => leave(),
    pointerDown(_, info) {
      if (info.button === 0) press(info)
      return undefined
    },
    pointerMove(_, { screen, pressed }) {
      if (!pulled || !pressed) return undefined
      const tolerance = pulled.tolerance + Math.trunc((screen.x - pulled.from.x) / PX_A_STEP)
      if (tolerance !== regions.tolerance) regions.setTolerance(tolerance)
      return undefined
    },
    pointerUp() {
      pulled = null
      return undefined
    },
    complete() {
      void area.keep()
      return DONE
    },
    stepBack() {
      parts = parts.slice(0, -1)
      ask()
      return undefined
    },
    overlay: () => ({
      added: area.shown,
      prompts: parts.map(({ at, isTaken }) => ({ at, positive: isTaken })),
      hint: pulled && parts.length > 0 ? { at: parts[parts.length - 1].at, text: `± ${regions.tolerance}` } : undefined,
    }),
  }
}
