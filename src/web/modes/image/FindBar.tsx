import { Button, Progress, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { EditorSession } from '../../document/session.ts'
import { useSession } from '../../document/useSession.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'

const HINTS = { both: 'assist.segmentHint', point: 'assist.pointHint', box: 'assist.boxHint' } as const

/** What the assistant that finds objects takes: pointers, and words where it understands them; how its answer goes. */
export function FindBar({ session }: { session: EditorSession }) {
  const t = useTranslator()
  const [text, setText] = useState('')
  const { awaited, takesPoints, takesBoxes, takesText } = useSession(session, ({ suggestions }) => ({
    awaited: suggestions.awaited,
    takesPoints: suggestions.takes('point'),
    takesBoxes: suggestions.takes('box'),
    takesText: suggestions.takes('text'),
  }))
  const hint = takesPoints && takesBoxes ? 'both' : takesPoints ? 'point' : takesBoxes ? 'box' : null
  const { suggestions } = session
  return (
    <div className="tool-bar find-bar" role="toolbar" aria-label={t('tool.smart')}>
      {takesText && (
        <form
          className="find-words"
          onSubmit={(event) => {
            event.preventDefault()
            suggestions.prompt({ ...suggestions.prompts, text: text.trim() })
          }}
        >
          <TextInput
            size="xs"
            w="12rem"
            maxLength={1000}
            aria-label={t('assist.words')}
            placeholder={t('assist.words')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit" size="compact-sm" disabled={text.trim() === '' || session.readOnly}>
            {t('assist.find')}
          </Button>
        </form>
      )}
      {awaited ? (
        <div className="find-words find-awaited" role="status">
          {t('assist.finding', { name: awaited.assistant })}
          <Progress
            value={awaited.progress === null ? 100 : awaited.progress * 100}
            animated
            size="sm"
            w="6rem"
            aria-label={t('tool.smart')}
          />
          <IconButton label={t('assist.cancel')} icon={X} onClick={awaited.stop} />
        </div>
      ) : (
        hint && <span>{t(HINTS[hint])}</span>
      )}
    </div>
  )
}
