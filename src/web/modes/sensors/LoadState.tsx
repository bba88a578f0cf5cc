import { Progress } from '@mantine/core'
import type { EditorSession } from '../../document/session.ts'
import { useSession } from '../../document/useSession.ts'
import type { Observable } from '../../document/watch.ts'
import type { CloudStore } from '../../scene/cloud/cloudStore.ts'
import { useEditor } from './useEditor.ts'

interface CloudEditor extends Observable {
  readonly session: EditorSession
  readonly clouds: CloudStore
}

/** Whether the frame's clouds are there, and if not, why. */
export function LoadState({ editor }: { editor: CloudEditor }) {
  const frame = useSession(editor.session, (open) => open.frame)
  const isLoaded = useEditor(editor, (e) => e.clouds.isLoaded(frame))
  const failure = useEditor(editor, (e) => e.clouds.failureOf(frame))
  const loadedBytes = useEditor(editor, (e) => e.clouds.progressOf(frame).loaded)
  if (isLoaded) return null
  if (failure === null) {
    const { total } = editor.clouds.progressOf(frame)
    return (
      <div className="sensors-loading">
        Loading points: {megabytes(loadedBytes)} of {megabytes(total)} MB
        <Progress size="xs" mt={4} value={(100 * loadedBytes) / Math.max(1, total)} aria-label="Points loaded" />
      </div>
    )
  }
  return (
    <div className="sensors-loading" role="alert">
      Points could not be loaded ({failure}).{' '}
      <button type="button" onClick={() => editor.clouds.retry()}>
        Try again
      </button>
    </div>
  )
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
