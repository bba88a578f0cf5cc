import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Finding } from '../../model/checks/finding.ts'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { openFinding, useShell } from '../workbench/shellContext.ts'
import { FindingRows } from './FindingRows.tsx'
import { ReviewChanges } from './ReviewChanges.tsx'

const QUIET_MS = 700
const SHOWN_AT_ONCE = 100

/** What there is to look at before submitting; worked out again when nothing was changed for a moment. */
export function ChecksPanel() {
  const t = useTranslator()
  const shell = useShell()
  const { session } = shell
  const document = useSession(session, (open) => open.document)
  const labelsVersion = useSession(session, (open) => open.labelsVersion)
  const [findings, setFindings] = useState<readonly Finding[]>(() => session.findings())
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed document is what the checks are run again for.
  useEffect(() => {
    const timer = setTimeout(() => setFindings(session.findings()), QUIET_MS)
    return () => clearTimeout(timer)
  }, [session, document, labelsVersion])
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return (
    <div className="sidebar-panel" style={{ overflowY: 'auto' }}>
      <Text size="sm" c="dimmed" px="0.625rem" py="xs">
        {findings.length === 0 ? t('checks.none') : t('checks.counts', { errors, warnings: findings.length - errors })}
      </Text>
      <FindingRows findings={findings.slice(0, shown)} onOpen={(finding) => openFinding(shell, finding)} />
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
