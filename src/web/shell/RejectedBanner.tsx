import { Alert, Button, Group, Text } from '@mantine/core'
import { CornerUpLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslator } from '../messages/useTranslator.tsx'
import { KeyOf } from '../workbench/keys/Keys.tsx'
import { openNextIssue, useShell } from '../workbench/shellContext.ts'
import { useIssues } from '../workbench/useIssues.ts'

/** What the reviewer asks for, where a job comes back: comment and open issues, until it is closed. */
export function RejectedBanner() {
  const t = useTranslator()
  const { session, me } = useShell()
  const [isClosed, setClosed] = useState(false)
  const open = useIssues().data?.filter(({ resolved }) => !resolved).length ?? 0
  const { job, access, reviews } = session.job
  const review = reviews.findLast(({ decision }) => decision === 'reject')
  if (isClosed || !me || !job.rejected || access !== 'annotate' || !review) return null
  return (
    <Alert
      color="red"
      variant="light"
      radius={0}
      py={6}
      icon={<CornerUpLeft size="1rem" />}
      aria-label={t('rejected.title')}
      withCloseButton
      closeButtonLabel={t('rejected.close')}
      onClose={() => setClosed(true)}
    >
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {review.comment
            ? t('rejected.comment', { name: review.userName ?? t('common.apiKey'), comment: review.comment })
            : t('rejected.noComment', { name: review.userName ?? t('common.apiKey') })}
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
