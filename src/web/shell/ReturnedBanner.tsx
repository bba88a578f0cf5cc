import { Alert, Button, Group, Text } from '@mantine/core'
import { CornerUpLeft } from 'lucide-react'
import { useState } from 'react'
import type { ReopeningRow, ReviewRow } from '../../contract/payload.ts'
import type { Translator } from '../messages/translator.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { KeyOf } from '../workbench/keys/Keys.tsx'
import { openNextIssue, useShell } from '../workbench/shellContext.ts'
import { useIssues } from '../workbench/useIssues.ts'

/**
 * The request with which a job returned from review or was reopened: its text and open issues, until the person closes
 * it.
 */
export function ReturnedBanner() {
  const t = useTranslator()
  const { session, me } = useShell()
  const [isClosed, setClosed] = useState(false)
  const open = useIssues().data?.filter(({ resolved }) => !resolved).length ?? 0
  const { job, access, reviews } = session.job
  const review = job.rejected ? reviews.findLast(({ decision }) => decision === 'reject') : undefined
  const { reopening } = job
  if (isClosed || !me || access !== 'annotate' || !(review ?? reopening?.reason)) return null
  return (
    <Alert
      color={review ? 'red' : 'yellow'}
      variant="light"
      radius={0}
      py={6}
      icon={<CornerUpLeft size="1rem" />}
      aria-label={review ? t('rejected.title') : t('reopened.title')}
      withCloseButton
      closeButtonLabel={t('rejected.close')}
      onClose={() => setClosed(true)}
    >
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {review ? rejectionText(t, review) : reopening && reopeningText(t, reopening)}
        </Text>
        {open > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => openNextIssue(session, 1)}
            style={{ flex: 'none' }}
            rightSection={<KeyOf command="issue.next" />}
          >
            {t('rejected.issues', { count: open })}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

function rejectionText(t: Translator, { userName, comment }: ReviewRow): string {
  const name = userName ?? t('common.apiKey')
  return comment ? t('rejected.comment', { name, comment }) : t('rejected.noComment', { name })
}

const reopeningText = (t: Translator, { userName, reason }: ReopeningRow): string =>
  t('reopened.reason', { name: userName ?? t('common.apiKey'), reason: reason ?? '' })
