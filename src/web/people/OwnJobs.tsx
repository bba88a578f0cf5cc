import { Anchor, Button, Group, Table, Text, Textarea, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { JobRowAnswer } from '../../contract/console.ts'
import { request } from '../kit/api.ts'
import { DialogForm } from '../kit/DialogForm.tsx'
import { FIRST_PAGE } from '../kit/firstPage.ts'
import { useMe } from '../kit/me.tsx'
import { StageBadge } from '../kit/StageBadge.tsx'
import { Empty, Loaded } from '../kit/States.tsx'
import { TableHead } from '../kit/TableHead.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { JobFeedback } from './JobFeedback.tsx'

const contestsKey = (projectId: string) => ['own-contests', projectId] as const

/** The person's submissions, with feedback if there is any, and a way to appeal a verdict. */
export function OwnJobs({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const { userId } = useMe()
  const [asked, setAsked] = useState<{ row: JobRowAnswer; what: 'feedback' | 'contest' } | null>(null)
  const jobs = useInfiniteQuery({
    queryKey: ['own-jobs', projectId],
    queryFn: ({ signal, pageParam }) =>
      request('GET /api/projects/:pid/jobs', {
        params: { pid: projectId },
        query: { person: userId, limit: 20, page_token: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.nextPage,
  })
  const rows = jobs.data?.pages.flatMap((page) => page.jobs) ?? []
  return (
    <section aria-label={t('ownWork.jobs')}>
      <Title order={2} size="h4" mb="xs">
        {t('ownWork.jobs')}
      </Title>
      <Loaded of={jobs}>
        {() =>
          rows.length === 0 ? (
            <Empty title={t('ownWork.noJobs')} />
          ) : (
            <Table.ScrollContainer minWidth={500}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('ownWork.job')}</Table.Th>
                    <Table.Th>{t('ownWork.tag')}</Table.Th>
                    <Table.Th>{t('ownWork.state')}</Table.Th>
                    <Table.Th>{t('ownWork.submitted')}</Table.Th>
                    <Table.Td />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.jobId}>
                      <Table.Td>
                        <Anchor component={Link} href={`/jobs/${row.jobId}`} size="sm" fw={500}>
                          {row.referenceId}
                        </Anchor>
                      </Table.Td>
                      <Table.Td>{row.tag}</Table.Td>
                      <Table.Td>
                        <StageBadge stage={row.stage} />
                      </Table.Td>
                      <Table.Td title={t.moment(row.stageAt)}>{t.ago(row.stageAt, Date.now())}</Table.Td>
                      <Table.Td>
                        <Group gap="xs" justify="end" wrap="nowrap">
                          <Button
                            variant="default"
                            size="compact-sm"
                            onClick={() => setAsked({ row, what: 'feedback' })}
                          >
                            {t('ownWork.feedback')}
                          </Button>
                          <Button
                            variant="default"
                            size="compact-sm"
                            onClick={() => setAsked({ row, what: 'contest' })}
                          >
                            {t('ownWork.contest')}
                          </Button>
                        </Group>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Loaded>
      {jobs.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => jobs.fetchNextPage()}>
            {t('common.showMore')}
          </Button>
        </Group>
      )}
      {asked?.what === 'feedback' && <JobFeedback row={asked.row} onClose={() => setAsked(null)} />}
      {asked?.what === 'contest' && (
        <ContestDialog projectId={projectId} row={asked.row} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}

interface DialogProps {
  projectId: string
  row: JobRowAnswer
  onClose(): void
}

function ContestDialog({ projectId, row, onClose }: DialogProps) {
  const t = useTranslator()
  const [comment, setComment] = useState('')
  const send = useAction({
    run: () =>
      request('POST /api/jobs/:jid/contest', { params: { jid: row.jobId }, body: { comment: comment.trim() } }),
    changes: [contestsKey(projectId)],
    done: t('ownWork.contestSent'),
    onDone: onClose,
    quiet: true,
  })
  return (
    <DialogForm
      title={t('ownWork.contestTitle', { name: row.referenceId })}
      action={t('ownWork.contestDo')}
      isReady={comment.trim() !== ''}
      isPending={send.isPending}
      error={send.error}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('ownWork.contestHint')}</Text>
      <Textarea
        data-autofocus
        required
        autosize
        minRows={3}
        maxLength={2000}
        label={t('ownWork.reason')}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

/** The person's appeals, with the answers; hidden without any. */
export function OwnContests({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const own = useQuery({
    queryKey: contestsKey(projectId),
    queryFn: ({ signal }) => request('GET /api/me/contests', { query: { project_id: projectId }, signal }),
  })
  const contests = own.data?.contests ?? []
  if (contests.length === 0) return null
  return (
    <section aria-label={t('ownWork.contests')}>
      <Title order={2} size="h4" mb="xs">
        {t('ownWork.contests')}
      </Title>
      <Table>
        <TableHead
          columns={[
            t('ownWork.job'),
            t('contest.comment'),
            t('contest.opened'),
            t('contest.state'),
            t('ownWork.answer'),
          ]}
        />
        <Table.Tbody>
          {contests.map((one) => (
            <Table.Tr key={one.contest_id}>
              <Table.Td>
                <Anchor component={Link} href={`/jobs/${one.job_id}`} size="sm" fw={500}>
                  {one.reference_id}
                </Anchor>
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{one.comment}</Table.Td>
              <Table.Td title={t.moment(one.opened_at)}>{t.ago(one.opened_at, Date.now())}</Table.Td>
              <Table.Td>{t(`contest.show.${one.state}`)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{one.answer ?? '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
