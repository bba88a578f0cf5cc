import { Slider, Text } from '@mantine/core'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { CanvasEditor } from '../../tools/image/canvasEditor.ts'
import { PIECE_SIDE, type PictureRegions } from '../../tools/image/regions/pictureRegions.ts'
import { FindBar } from './FindBar.tsx'

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
