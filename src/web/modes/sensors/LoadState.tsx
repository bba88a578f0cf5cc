import { Progress } from '@mantine/core'
import type { Observable } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { CloudStore } from '../../scene/cloud/cloudStore.ts'

interface CloudEditor extends Observable {
  readonly session: EditorSession
  readonly clouds: CloudStore
}

/** Whether the frame's clouds are there, and if not, why. */
export function LoadState({ editor }: { editor: CloudEditor }) {
  const t = useTranslator()
  const frame = useSession(editor.session, (open) => open.frame)
  const isLoaded = useObserved(editor, (e) => e.clouds.isLoaded(frame))
  const failure = useObserved(editor, (e) => e.clouds.failureOf(frame))
  const loadedBytes = useObserved(editor, (e) => e.clouds.progressOf(frame).loaded)
  if (isLoaded) return null
  if (failure === null) {
    const { total } = editor.clouds.progressOf(frame)
    return (
      <div className="sensors-loading">
        {t('load.pointsProgress', { loaded: megabytes(loadedBytes), total: megabytes(total) })}
        <Progress
          size="xs"
          mt={4}
          value={(100 * loadedBytes) / Math.max(1, total)}
          aria-label={t('load.pointsLoaded')}
        />
      </div>
    )
  }
  return (
    <div className="sensors-loading" role="alert">
      {t('load.points', { detail: failure })}
      <button type="button" onClick={() => editor.clouds.retry()}>
        {t('common.tryAgain')}
      </button>
    </div>
  )
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
