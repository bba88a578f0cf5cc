import { type RefObject, useEffect, useState } from 'react'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'

/** Why there is nothing to show, for people. */
export class SceneFault extends Error {
  readonly said: Message

  constructor(said: Message) {
    super('the scene cannot be shown')
    this.said = said
  }
}

export interface Made<Scene> {
  scene: Scene
  dispose(): void
}

/**
 * The scene behind the views of a mode: created when the canvas exists, disposed with it. Without WebGL 2, or with a
 * SceneFault of `make`, the result is a message. `make` has to stay the same function as long as the scene exists.
 */
export function useOnCanvas<Scene>(
  canvas: RefObject<HTMLCanvasElement | null>,
  make: (renderer: ViewRenderer) => Made<Scene>,
): Scene | { fault: Message } | null {
  const [scene, setScene] = useState<Scene | { fault: Message } | null>(null)
  useEffect(() => {
    if (!canvas.current) return
    let renderer: ViewRenderer
    try {
      renderer = new ViewRenderer(canvas.current)
    } catch {
      setScene({ fault: msg('look.noWebgl') })
      return
    }
    let made: Made<Scene> | null = null
    try {
      made = make(renderer)
      setScene(made.scene)
    } catch (error) {
      if (!(error instanceof SceneFault)) throw error
      setScene({ fault: error.said })
    }
    return () => {
      setScene(null)
      made?.dispose()
      renderer.dispose()
    }
  }, [canvas, make])
  return scene
}
