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
 * What a mode makes behind its views: made when the canvas is there, gone with it. A browser without WebGL 2 is told so,
 * and so is a SceneFault of `make`, which stays the same function as long as the scene is to stay.
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
