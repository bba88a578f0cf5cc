import type { CuboidEditor } from './cuboidEditor.ts'

const WAIT_MS = 20_000

/** Waits for the clouds of a frame; false when they do not come. */
export function cloudsOf(editor: CuboidEditor, frame: number): Promise<boolean> {
  editor.clouds.want([editor.frame, frame])
  return new Promise((resolve) => {
    const isOver = () => editor.clouds.isLoaded(frame) || editor.clouds.failureOf(frame) !== null
    const finish = () => {
      leave()
      clearTimeout(timer)
      resolve(editor.clouds.isLoaded(frame))
    }
    const leave = editor.subscribe(() => isOver() && finish())
    const timer = setTimeout(finish, WAIT_MS)
    if (isOver()) finish()
  })
}
