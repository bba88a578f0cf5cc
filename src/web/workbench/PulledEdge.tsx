import type { KeyboardEvent, PointerEvent } from 'react'
import './pulledEdge.css'

interface Props {
  label: string
  hint: string
  /** The hint of the edge itself. */
  orientation: 'vertical' | 'horizontal'
  value: number
  limits: { least: number; most: number; step: number; usual: number }
  /** Class of the element whose far end stays, to the right of a vertical edge or below a horizontal one. */
  within: string
  /** The value for a distance in pixels between the pointer and that end, out of the total. */
  valueAt(px: number, ofPx: number): number
  onChange(value: number): void
}

/** An edge that is pulled, by keys too: it makes room on either side. A double click gives it its usual place. */
export function PulledEdge({ label, hint, orientation, value, limits, within, valueAt, onChange }: Props) {
  const { least, most, step, usual } = limits
  const isVertical = orientation === 'vertical'
  const set = (wanted: number) => onChange(Math.min(most, Math.max(least, wanted)))
  const onPointerMove = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const whole = currentTarget.closest(`.${within}`)
    if (!whole || !currentTarget.hasPointerCapture(pointerId)) return
    const { right, bottom, width, height } = whole.getBoundingClientRect()
    set(isVertical ? valueAt(right - clientX, width) : valueAt(bottom - clientY, height))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [more, less] = isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    const way = event.key === more ? 1 : event.key === less ? -1 : 0
    if (way === 0) return
    // Elsewhere these keys step over frames.
    event.preventDefault()
    event.stopPropagation()
    set(value + way * step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be pulled
    <div
      className="pulled-edge"
      role="separator"
      aria-orientation={orientation}
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={Math.round(value)}
      title={hint}
      tabIndex={0}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => onChange(usual)}
      onKeyDown={onKeyDown}
    />
  )
}
