import { useEffect, useState } from 'react'

/** What is done over and over while a key is held is one run: one step of undo. */
export class HeldKeys {
  /** As in EditorSession.execute. */
  run: object = {}

  /** A key was released, or its release will not be reported. */
  end = (): void => {
    this.run = {}
  }
}

export function useHeldKeys(): HeldKeys {
  const [held] = useState(() => new HeldKeys())
  useEffect(() => {
    window.addEventListener('keyup', held.end, { capture: true })
    window.addEventListener('blur', held.end)
    return () => {
      window.removeEventListener('keyup', held.end, { capture: true })
      window.removeEventListener('blur', held.end)
    }
  }, [held])
  return held
}
