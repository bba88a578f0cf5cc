import { Button, Checkbox, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Issue, IssuePlace } from '../../formats/workbench/issues.ts'
import { request } from '../app/api.ts'
import { Empty, Loaded } from '../app/States.tsx'
import { ago } from '../app/time.ts'
import { useAction } from '../app/useAction.ts'
import { useSession } from '../document/useSession.ts'
import { goTo, useShell } from '../shell/shellContext.ts'
import { issuesKey, useIssues } from '../shell/useIssues.ts'

/** What people told each other about this job, pinned to its place. */
export function IssuesPanel() {
  const { me } = useShell()
  const issues = useIssues()
  const [withResolved, setWithResolved] = useState(false)
  return (
    <div className="sidebar-scroll">
      <Stack gap="sm">
        {me?.permissions.includes('discuss') && <NewIssue />}
        <Loaded of={issues} what="issues">
          {(all) => {
            const shown = all.filter(({ resolved }) => withResolved || !resolved)
            const resolved = all.filter((issue) => issue.resolved).length
            return (
              <>
                {shown.length === 0 && <Empty title="No open issues" />}
                {shown.map((issue) => (
                  <IssueCard key={issue.issueId} issue={issue} />
                ))}
                {resolved > 0 && (
                  <Checkbox
                    size="xs"
                    label={`Show ${resolved} resolved`}
                    checked={withResolved}
                    onChange={(event) => setWithResolved(event.currentTarget.checked)}
                  />
                )}
              </>
            )
          }}
        </Loaded>
      </Stack>
    </div>
  )
}

/** Pinned to what is selected, and to the frame where there are several. */
function usePlace(): IssuePlace {
  const { session } = useShell()
  const frame = useSession(session, (open) => open.frame)
  const selection = useSession(session, (open) => open.selection)
  const [trackId] = selection.size === 1 ? selection : []
  return {
    ...(session.document.frameCount > 1 ? { frame } : {}),
    ...(trackId === undefined ? {} : { trackId }),
  }
}

function NewIssue() {
  const { session } = useShell()
  const { jobId } = session.job.job
  const place = usePlace()
  const [text, setText] = useState('')
  const open = useAction({
    run: () => request('POST /api/jobs/:jid/issues', { params: { jid: jobId }, body: { place, text: text.trim() } }),
    onDone: () => setText(''),
    changes: [issuesKey(jobId)],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    open.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={6}>
        <Textarea
          size="xs"
          label="New issue"
          description={`Pinned to ${placeText(place, place.trackId !== undefined ? 'the selected object' : null)}`}
          autosize
          minRows={2}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="end">
          <Button type="submit" size="xs" variant="light" loading={open.isPending} disabled={text.trim() === ''}>
            Pin issue
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function placeText({ frame, sensorId }: IssuePlace, object: string | null): string {
  const parts = [
    ...(object === null ? [] : [object]),
    ...(frame === undefined ? [] : [`frame ${frame}`]),
    ...(sensorId === undefined ? [] : [sensorId]),
  ]
  return parts.length === 0 ? 'the job' : parts.join(', ')
}

function IssueCard({ issue }: { issue: Issue }) {
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
  const { place } = issue
  const isGone = place.trackId !== undefined && !session.document.tracks.has(place.trackId)
  const object = place.trackId === undefined ? null : isGone ? 'a removed object' : 'object'
  const mayDiscuss = me?.permissions.includes('discuss') ?? false
  return (
    <Paper withBorder p="xs" opacity={issue.resolved ? 0.75 : 1}>
      <Stack gap={6}>
        <Group justify="space-between" gap={4}>
          <Button size="compact-xs" variant="subtle" onClick={() => goTo(session, place)}>
            {placeText(place, object)}
          </Button>
          {mayDiscuss && (
            <Button size="compact-xs" variant="default" loading={resolve.isPending} onClick={() => resolve.mutate()}>
              {issue.resolved ? 'Open again' : 'Resolve'}
            </Button>
          )}
        </Group>
        {issue.comments.map((comment) => (
          <div key={`${comment.at} ${comment.userId}`}>
            <Text size="xs" c="dimmed">
              {comment.userName}, {ago(comment.at, Date.now())}
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {comment.text}
            </Text>
          </div>
        ))}
        {mayDiscuss && (
          <Group gap={4} align="end" wrap="nowrap">
            <Textarea
              size="xs"
              style={{ flex: 1 }}
              aria-label="Reply"
              placeholder="Reply"
              autosize
              minRows={1}
              value={reply}
              onChange={(event) => setReply(event.currentTarget.value)}
            />
            <Button
              size="xs"
              variant="light"
              loading={answer.isPending}
              disabled={reply.trim() === ''}
              onClick={() => answer.mutate()}
            >
              Send
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
