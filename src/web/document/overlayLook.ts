import { CANDIDATES, type LineLook, OVERLAY } from '../tokens.ts'
import type { OpenOverlay, OverlayObject, OverlaySide } from './openOverlay.ts'

/** One line to draw of an object in an overlay. */
export interface OverlayLine {
  object: OverlayObject
  side: OverlaySide
  shape: NonNullable<OverlaySide['shape']>
  look: LineLook
}

export const candidateLook = (index: number): LineLook => CANDIDATES[index % CANDIDATES.length]

/** The lines of the overlay in a frame: equal objects once, moved ones at the old and the new place. */
export function overlayLines({ decides, at }: { decides: boolean; at: readonly OverlayObject[] }): OverlayLine[] {
  return at.flatMap((object) =>
    object.sides.flatMap((side, index) => {
      if (!side?.shape) return []
      if (object.state === 'equal' && index > 0) return []
      return { object, side, shape: side.shape, look: decides ? candidateLook(index) : lookOf(object, index) }
    }),
  )
}

const lookOf = ({ state }: OverlayObject, index: number): LineLook =>
  state === 'moved' && index === 0 ? OVERLAY.movedFrom : OVERLAY[state]

/** The text at an object: its class, the other one, and their similarity; empty for equal objects. */
export function overlayText({ state, sides, likeness }: OverlayObject): string {
  const labels = [...new Set(sides.flatMap((side) => side?.label ?? []))]
  return [labels.join(' → '), ...(state === 'moved' && likeness !== null ? [likeness.toFixed(2)] : [])].join(' ')
}

/** The line that carries the text of an object: that of the last document which has it. */
export const isNamedAt = ({ object, side }: OverlayLine): boolean =>
  object.state !== 'equal' && object.sides.findLast((one) => one?.shape) === side

export const linesAt = (overlay: OpenOverlay, frame: number): OverlayLine[] =>
  overlay.names === null ? [] : overlayLines({ decides: overlay.decides, at: overlay.at(frame) })
