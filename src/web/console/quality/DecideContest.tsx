import { Anchor, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ContestRow } from '../../../contract/contests.ts'
import { request } from '../../kit/api.ts'
import { DialogForm } from '../../kit/DialogForm.tsx'
import { oneOf } from '../../kit/oneOf.ts'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { contestsKey, goldKey } from './goldQueries.ts'

interface Props {
  projectId: string
  contest: ContestRow
  onClose(): void
}

const DECISIONS = ['submission', 'uphold', 'dismiss'] as const
type Decision = (typeof DECISIONS)[number]

/**
 * The lead looks at the work again and upholds the appeal, correcting the ground truth of a gold job, or dismisses it.
 */
export function DecideContest({ projectId, contest, onClose }: Props) {
  const t = useTranslator()
  const { kind, source_job_id: sourceId } = contest
  const [decision, setDecision] = useState<Decision | null>(null)
  const [answer, setAnswer] = useState('')
  const decide = useAction({
    run: async () => {
      if (decision === 'submission' && sourceId) {
        await request('PUT /api/v1/projects/:pid/jobs/:jid/gold', {
          params: { pid: projectId, jid: sourceId },
          body: { from: 'submission', job_id: contest.job_id },
        })
      }
      await request('POST /api/v1/projects/:pid/contests/:cid', {
        params: { pid: projectId, cid: contest.contest_id },
        body: {
          decision: decision === 'dismiss' ? 'dismiss' : 'uphold',
          ...(answer.trim() !== '' && { answer: answer.trim() }),
        },
      })
    },
    changes: [contestsKey(projectId), goldKey(projectId), ['project', projectId, 'quality']],
    done: t('contest.decided'),
    onDone: onClose,
    quiet: true,
  })
  return (
    <DialogForm
      title={t('contest.decideTitle', { name: contest.reference_id })}
      size="lg"
      action={t('contest.decideDo')}
      isReady={decision !== null}
      isPending={decide.isPending}
      error={decide.error}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {contest.comment}
      </Text>
      <Group gap="md">
        <Anchor component={Link} href={`/jobs/${contest.job_id}`} target="_blank" size="sm">
          {t('contest.openWork')}
        </Anchor>
        {sourceId && (
          <Anchor component={Link} href={`/jobs/${sourceId}`} target="_blank" size="sm">
            {t('contest.openGold')}
          </Anchor>
        )}
      </Group>
      <Radio.Group
        label={t('contest.decision')}
        value={decision}
        onChange={(value) => setDecision(oneOf(DECISIONS, value) ?? null)}
      >
        <Stack gap="xs" mt="xs">
          {kind === 'gold' ? (
            <>
              <Radio
                value="submission"
                disabled={!sourceId}
                label={t('contest.useSubmission')}
                description={t('contest.useSubmissionHint')}
              />
              <Radio value="uphold" label={t('contest.upholdGold')} description={t('contest.upholdGoldHint')} />
            </>
          ) : (
            <Radio value="uphold" label={t('contest.upholdReview')} description={t('contest.upholdReviewHint')} />
          )}
          <Radio value="dismiss" label={t('contest.dismiss')} />
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('contest.answer')}
        description={t('contest.answerHint')}
        autosize
        minRows={2}
        maxLength={2000}
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
