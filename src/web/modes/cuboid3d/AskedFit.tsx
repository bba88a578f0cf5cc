import { Progress } from '@mantine/core'
import { X } from 'lucide-react'
import type { EditorSession } from '../../document/session.ts'
import { useSession } from '../../document/useSession.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { KeyOf } from '../../workbench/keys/Keys.tsx'

/** What the tool does that asks an assistant, how its question goes, and what to do with the answer. */
export function AskedFit({ session }: { session: EditorSession }) {
  const t = useTranslator()
  const awaited = useSession(session, ({ suggestions }) => suggestions.awaited)
  const isAnswered = useSession(session, ({ suggestions }) => suggestions.answerId !== null)
  if (awaited) {
    const { assistant, progress, stop } = awaited
    return (
      <div className="sensors-hint fit-awaited" role="status">
        {t('assist.fitting', { name: assistant })}
        <Progress value={progress === null ? 100 : progress * 100} animated size="sm" w="6rem" />
        <IconButton label={t('assist.cancel')} icon={X} onClick={stop} />
      </div>
    )
  }
  const keys = { accept: <KeyOf command="assist.accept" />, drop: <KeyOf command="assist.escape" /> }
  return <div className="sensors-hint">{isAnswered ? t.rich('assist.fitAnswer', keys) : t('assist.fitTask')}</div>
}
