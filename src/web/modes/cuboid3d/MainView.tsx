import { Progress } from '@mantine/core'
import { useCallback } from 'react'
import { useSession } from '../../document/useSession.ts'
import type { Lookout } from '../../scene/cloud/lookout.ts'
import { paintMain } from './paintMain.ts'
import { useEditor } from './useEditor.ts'
import type { CuboidScene } from './useScene.ts'
import { ViewBar } from './ViewBar.tsx'
import { ViewPane } from './ViewPane.tsx'

/** The large view: perspective, or from straight above. */
export function MainView({ scene, isSmall = false }: { scene: CuboidScene; isSmall?: boolean }) {
  const { editor, renderer, boxLayer, desk, tool } = scene
  const notice = useEditor(editor, (e) => e.notice)
  const prepare = useCallback(() => {
    const clouds = editor.shownClouds()
    editor.clouds.layer.show(clouds, editor.look(clouds))
    editor.clouds.layer.setView(editor.selectedBox(), null)
    const { resting, selected } = editor.drawnBoxes()
    boxLayer.show(resting, selected)
  }, [editor, boxLayer])
  const paint = useCallback(
    (context: CanvasRenderingContext2D, lookout: Lookout) => paintMain(context, lookout, editor),
    [editor],
  )
  return (
    <>
      <ViewPane
        name="main"
        label="3D view"
        {...{ desk, tool, renderer, prepare, paint }}
        scenes={[editor.clouds.layer.scene, boxLayer.scene]}
      />
      {!isSmall && <ViewBar scene={scene} />}
      <LoadState scene={scene} />
      {!editor.session.readOnly && !editor.editableLidar && (
        <div className="c3d-locked">The lidar is not to be annotated (non_editable).</div>
      )}
      {notice && (
        <button type="button" className="c3d-notice" aria-live="polite" onClick={() => editor.tell(null)}>
          {notice}
        </button>
      )}
    </>
  )
}

/** Whether the frame's clouds are there, and if not, why. */
function LoadState({ scene: { editor } }: { scene: CuboidScene }) {
  const frame = useSession(editor.session, (open) => open.frame)
  const isLoaded = useEditor(editor, (e) => e.clouds.isLoaded(frame))
  const failure = useEditor(editor, (e) => e.clouds.failureOf(frame))
  const loadedBytes = useEditor(editor, (e) => e.clouds.progressOf(frame).loaded)
  if (isLoaded) return null
  if (failure === null) {
    const { total } = editor.clouds.progressOf(frame)
    return (
      <div className="c3d-loading">
        Loading points: {megabytes(loadedBytes)} of {megabytes(total)} MB
        <Progress size="xs" mt={4} value={(100 * loadedBytes) / Math.max(1, total)} aria-label="Points loaded" />
      </div>
    )
  }
  return (
    <div className="c3d-loading" role="alert">
      Points could not be loaded ({failure}).{' '}
      <button type="button" onClick={() => editor.clouds.retry()}>
        Try again
      </button>
    </div>
  )
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
