import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { IssueAnswer } from '../../contract/issues.ts'
import { useSession } from '../document/useSession.ts'
import { request } from '../kit/api.ts'
import { useAction } from '../kit/useAction.ts'
import type { Message } from '../messages/messageValues.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { goTo, useShell } from '../workbench/shellContext.ts'
import { issuesKey } from '../workbench/useIssues.ts'
import { MentionField } from './MentionField.tsx'
import { pinnedObject } from './pinnedObject.ts'
import { placeText } from './placeText.ts'

interface Props {
  issue: IssueAnswer
  /** A new object for each click on its pin; null: another issue is open, or none. */
  opened: object | null
}

/** One issue with its replies. */
export function IssueCard({ issue, opened }: Props) {
  const t = useTranslator()
  const { session, me } = useShell()
  const { jobId } = session.job.job
  const [reply, setReply] = useState('')
  const params = { jid: jobId, iid: issue.issueId }
  const changes = [issuesKey(jobId)]
  const answer = useAction({
    run: () => request('POST /api/jobs/:jid/issues/:iid/comments', { params, body: { text: reply.trim() } }),
    onDone: () => setReply(''),
    changes,
  })
  const resolve = useAction({
    run: () => request('POST /api/jobs/:jid/issues/:iid/resolve', { params, body: { resolved: !issue.resolved } }),
    changes,
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (reply.trim() !== '') answer.mutate()
  }
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (opened) card.current?.scrollIntoView({ block: 'nearest' })
  }, [opened])
  const { place } = issue
  // A string, since selectors of a session must return equal values until something changes.
  const called = useSession(session, (open) => JSON.stringify(pinnedObject(open, place, t('panel.unknownClass'))))
  const object: Message | null = JSON.parse(called)
  const goThere = () => {
    goTo(session, place)
    session.pins.open(issue.issueId)
    session.pins.visit(place)
  }
  const mayDiscuss = me?.permissions.includes('discuss') ?? false
  return (
    <Paper
      ref={card}
      withBorder
      p="xs"
      opacity={issue.resolved ? 0.75 : 1}
      aria-current={opened !== null}
      style={opened ? { borderColor: 'var(--mantine-primary-color-filled)' } : undefined}
    >
      <Stack gap={6}>
        <Group justify="space-between" gap={4}>
          <Button size="compact-xs" variant="subtle" onClick={goThere}>
            {t.of(placeText(place, object))}
          </Button>
          {mayDiscuss && (
            <Button size="compact-xs" variant="default" loading={resolve.isPending} onClick={() => resolve.mutate()}>
              {issue.resolved ? t('issue.reopen') : t('issue.resolve')}
            </Button>
          )}
        </Group>
        {issue.comments.map((comment) => (
          <div key={`${comment.at} ${comment.userId}`}>
            <Text size="xs" c="dimmed">
              {t('issue.comment', { name: comment.userName, ago: t.ago(comment.at, Date.now()) })}
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {comment.text}
            </Text>
          </div>
        ))}
        {mayDiscuss && (
          <Group component="form" onSubmit={send} gap={4} align="end" wrap="nowrap">
            <MentionField
              jobId={jobId}
              size="xs"
              style={{ flex: 1 }}
              aria-label={t('issue.reply')}
              placeholder={t('issue.reply')}
              autosize
              minRows={1}
              value={reply}
              onChange={setReply}
            />
            <Button size="xs" variant="light" loading={answer.isPending} type="submit" disabled={reply.trim() === ''}>
              {t('issue.send')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
