import { Button, Progress, Slider, Text, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { EditorSession } from '../../document/session.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { CanvasEditor } from '../../tools/image/canvasEditor.ts'
import { PIECE_SIDE, type PictureRegions } from '../../tools/image/regions/pictureRegions.ts'

const HINTS = { both: 'assist.segmentHint', point: 'assist.pointHint', box: 'assist.boxHint' } as const

/** What the assistant that finds objects takes: pointers, and words where it understands them; how its answer goes. */
function FindBar({ session }: { session: EditorSession }) {
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

/** What can be set of the tool, or said to it, above the view. */
export function ToolBar({ editor: { session, regions } }: { editor: CanvasEditor }) {
  const tool = useSession(session, ({ activeTool }) => activeTool)
  if (tool === 'smart') return <FindBar session={session} />
  return tool === 'superpixels' && <PieceBar regions={regions} />
}

function PieceBar({ regions }: { regions: PictureRegions }) {
  const t = useTranslator()
  const side = useObserved(regions, ({ pieceSide }) => pieceSide)
  return (
    <div className="tool-bar" role="toolbar" aria-label={t('tool.superpixels')}>
      {t('region.pieces')}
      <Slider
        w="10rem"
        size="sm"
        min={PIECE_SIDE.min}
        max={PIECE_SIDE.max}
        label={null}
        thumbLabel={t('region.pieces')}
        value={side}
        onChange={(value) => regions.setPieceSide(value)}
      />
      <Text size="xs" c="dimmed" className="numbers" w="1.75rem" ta="end">
        {t.number(side)}
      </Text>
    </div>
  )
}
