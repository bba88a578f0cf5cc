import { useEffect, useRef } from 'react'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { TagClass } from '../../model/tag.ts'
import { useSession } from '../document/useSession.ts'
import { useShell } from '../workbench/shellContext.ts'
import { activeClassOf } from './ActiveClass.tsx'

/** So far from the pointer that what it points at is seen. */
const AWAY_PX = 16

/** The class of the next object beside the pointer, while a tool that makes objects is over the view and nothing is pressed. */
export function PointerClass() {
  const { session } = useShell()
  const tagClass = useSession(session, activeClassOf)
  const isMaking = useSession(session, ({ tools, activeTool }) =>
    tools.some(({ id, makes }) => id === activeTool && makes),
  )
  if (!tagClass || !isMaking || rulesOf(session.document.annotationType).hasLabels) return null
  return <Chip tagClass={tagClass} />
}

function Chip({ tagClass: { name, color } }: { tagClass: TagClass }) {
  const chip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = chip.current
    const view = element?.parentElement
    if (!element || !view) return
    const follow = ({ clientX, clientY, buttons, target }: PointerEvent) => {
      const isOver = buttons === 0 && target instanceof Element && target.closest('[role="application"]') !== null
      element.toggleAttribute('data-over', isOver)
      if (!isOver) return
      const { left, top } = view.getBoundingClientRect()
      element.style.transform = `translate(${clientX - left + AWAY_PX}px, ${clientY - top + AWAY_PX}px)`
    }
    const hide = () => element.removeAttribute('data-over')
    const stop = new AbortController()
    const options = { signal: stop.signal, passive: true }
    view.addEventListener('pointermove', follow, options)
    view.addEventListener('pointerdown', hide, options)
    view.addEventListener('pointerleave', hide, options)
    return () => stop.abort()
  }, [])
  return (
    <div ref={chip} className="pointer-class" aria-hidden>
      <span className="swatch" style={{ background: color }} />
      {name}
    </div>
  )
}
