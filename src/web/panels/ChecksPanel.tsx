import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { objectName } from '../document/objectRows.ts'
import { useObserved } from '../document/useObserved.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { openFinding, useShell } from '../workbench/shellContext.ts'
import { FindingRows } from './FindingRows.tsx'
import { findingGroups } from './findingGroups.ts'
import { ReviewChanges } from './ReviewChanges.tsx'

const SHOWN_AT_ONCE = 100

/** Findings to look at before submitting, by object; updated while it is shown. */
export function ChecksPanel() {
  const t = useTranslator()
  const shell = useShell()
  const { session, checks } = shell
  const { findings } = useObserved(checks, ({ current }) => current)
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  useEffect(() => checks.watch(), [checks])
  return (
    <div className="sidebar-panel" style={{ overflowY: 'auto' }}>
      <CheckedSoFar />
      {findingGroups(findings.slice(0, shown)).map(({ trackId, findings: ofObject }) => {
        const name = trackId === null ? null : objectName(session, trackId, t('panel.unknownClass'))
        return (
          <section key={trackId ?? ''} aria-label={name ?? t('checks.wholeJob')}>
            {ofObject.length > 1 && (
              <Text size="xs" c="dimmed" px="0.625rem" pt="xs">
                {name ?? t('checks.wholeJob')}
              </Text>
            )}
            <FindingRows findings={ofObject} onOpen={(finding) => openFinding(shell, finding)} />
          </section>
        )
      })}
      {findings.length > shown && (
        <Group px="0.625rem" py="xs">
          <Button size="xs" variant="default" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            {t('common.showMore')}
          </Button>
        </Group>
      )}
      <ReviewChanges />
    </div>
  )
}

/** Only a job of which everything was looked at is said to be free of problems. */
function CheckedSoFar() {
  const t = useTranslator()
  const { session, checks } = useShell()
  const { findings, complete, lookedAtFrames: looked } = useObserved(checks, ({ current }) => current)
  const count = (severity: 'error' | 'warning') => findings.filter((finding) => finding.severity === severity).length
  const frames = session.document.frameCount
  const progress = checks.isAsked ? t('checks.checking', { looked, frames }) : t('checks.partly')
  return (
    <div role="status">
      {!complete && (
        <Text size="sm" c="dimmed" px="0.625rem" pt="xs" data-complete="false">
          {progress}
        </Text>
      )}
      {(complete || findings.length > 0) && (
        <Text size="sm" c="dimmed" px="0.625rem" py="xs">
          {findings.length === 0
            ? t('checks.none')
            : t('checks.counts', { errors: count('error'), warnings: count('warning') })}
        </Text>
      )}
    </div>
  )
}
