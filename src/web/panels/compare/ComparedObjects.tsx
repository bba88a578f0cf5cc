import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { OverlayObject } from '../../document/openOverlay.ts'
import { overlayText } from '../../document/overlayLook.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { OVERLAY } from '../../tokens.ts'
import { showObject } from '../../workbench/comparing/showObject.ts'
import { useShell } from '../../workbench/shellContext.ts'
import { RowList } from '../RowList.tsx'
import { LineSample } from './LineSample.tsx'

/** What differs, one row an object; a press brings it into view. */
export function ComparedObjects() {
  const t = useTranslator()
  const { session } = useShell()
  const { shown, current, decides } = useSession(session, ({ overlay }) => ({
    shown: overlay.shown,
    current: overlay.current,
    decides: overlay.decides,
  }))
  const rows = useMemo(() => shown.filter(({ state }) => state !== 'equal'), [shown])
  const show = (id: string) => showObject(session, rows.find((row) => row.id === id) ?? null)
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed" px="0.625rem" py="xs">
        {t('compare.nothing')}
      </Text>
    )
  }
  return (
    <RowList
      label={t('compare.differences')}
      rows={rows}
      keyOf={({ id }) => id}
      selection={new Set(current ? [current.id] : [])}
      isFaint={() => false}
      onSelect={show}
      onOpen={({ id }) => show(id)}
    >
      {(row) => <Row row={row} hasFrames={session.document.frameCount > 1} decides={decides} />}
    </RowList>
  )
}

function Row({ row, hasFrames, decides }: { row: OverlayObject; hasFrames: boolean; decides: boolean }) {
  const t = useTranslator()
  return (
    <>
      {!decides && <LineSample look={OVERLAY[row.state]} />}
      <span className="clipped" style={{ flex: 1 }}>
        {overlayText(row)}
      </span>
      <span className="panel-faint">
        {hasFrames
          ? t('changes.kindAtFrame', { kind: t(`compare.state.${row.state}`), frame: row.frame })
          : t(`compare.state.${row.state}`)}
      </span>
    </>
  )
}
