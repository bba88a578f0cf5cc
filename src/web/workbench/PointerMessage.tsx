import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { NoticeLog } from '../document/noticeLog.ts'
import { useObserved } from '../document/useObserved.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { placeAtPointer } from './placeAtPointer.ts'
import './pointerMessage.css'

const SHOWN_MS = 3_000
const CONTROLS = ['button', 'a[href]', 'input', 'select', 'textarea', '[role="option"]', '[role="tab"]'].join()

/** Says at the pointer why the last act changed nothing. It takes no clicks and covers no control. */
export function PointerMessage({ log }: { log: NoticeLog }) {
  const t = useTranslator()
  const refusal = useObserved(log, ({ notices: [latest] }) => (latest?.isRefusal ? latest : null))
  const [over, setOver] = useState(0)
  const element = useRef<HTMLDivElement>(null)
  const pointer = usePointer()
  const number = refusal?.number ?? 0
  const isShown = refusal !== null && number > over
  useEffect(() => {
    if (number === 0) return
    const timer = setTimeout(() => setOver(number), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [number])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message is placed where the pointer is at its moment
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const controls = Array.from(document.querySelectorAll(CONTROLS), (control) => control.getBoundingClientRect())
    const { offsetWidth: width, offsetHeight: height } = box
    const window = { width: innerWidth, height: innerHeight }
    const { left, top } = placeAtPointer(pointer(), { width, height }, window, controls)
    Object.assign(box.style, { left: `${left}px`, top: `${top}px` })
  }, [number, isShown])
  if (!isShown) return null
  return createPortal(
    <div
      // A new element for each message: screen readers read it again.
      key={number}
      ref={element}
      role={refusal.tone === 'error' ? 'alert' : 'status'}
      className="pointer-message"
      data-tone={refusal.tone}
    >
      {t.of(refusal.message)}
    </div>,
    document.body,
  )
}

/** The last position of the pointer; the middle of the view until there is one. */
function usePointer(): () => { x: number; y: number } {
  const last = useRef<{ x: number; y: number } | null>(null)
  useEffect(() => {
    const note = ({ clientX: x, clientY: y }: PointerEvent) => {
      last.current = { x, y }
    }
    const options = { capture: true, passive: true }
    window.addEventListener('pointermove', note, options)
    window.addEventListener('pointerdown', note, options)
    return () => {
      window.removeEventListener('pointermove', note, options)
      window.removeEventListener('pointerdown', note, options)
    }
  }, [])
  return () => {
    if (last.current) return last.current
    const {
      left = 0,
      top = 0,
      width = innerWidth,
      height = innerHeight,
    } = document.querySelector('.bench-view')?.getBoundingClientRect() ?? {}
    return { x: left + width / 2, y: top + height / 2 }
  }
}
