import { Anchor, Badge, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { JobRowAnswer } from '../../contract/console.ts'
import type { HeldDocumentRow } from '../../contract/documents.ts'
import { ApiFailure, request } from '../kit/api.ts'
import { writeDeepLink } from '../kit/deepLink.ts'
import { Loaded } from '../kit/States.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'

/** Compares the work with the ground truth, if the tag gives feedback. */
export function JobFeedback({ row, onClose }: { row: JobRowAnswer; onClose(): void }) {
  const t = useTranslator()
  const feedback = useQuery({
    queryKey: ['feedback', row.jobId],
    queryFn: async ({ signal }) => {
      try {
        const asked = { params: { jid: row.jobId }, signal }
        const feedback = await request('GET /api/jobs/:jid/feedback', asked)
        return { ...feedback, ...(await request('GET /api/jobs/:jid/documents', asked)) }
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return null
        throw error
      }
    },
    staleTime: 0,
  })
  return (
    <Modal opened onClose={onClose} title={t('ownWork.feedbackOf', { name: row.referenceId })}>
      <Loaded of={feedback}>
        {(found) => (
          <Stack>
            {found ? <Comparison found={found} /> : <Text size="sm">{t('ownWork.noFeedback')}</Text>}
            <Anchor component={Link} href={`/jobs/${row.jobId}${found ? overlayOf(found.documents) : ''}`} size="sm">
              {t(found ? 'ownWork.openOver' : 'ownWork.open')}
            </Anchor>
          </Stack>
        )}
      </Loaded>
    </Modal>
  )
}

/** The ground truth with the person's last submission over it. */
function overlayOf(documents: readonly HeldDocumentRow[]): string {
  const last = (kind: HeldDocumentRow['kind']) => documents.findLast((one) => one.kind === kind)?.name
  const [truth, submitted] = [last('truth'), last('submission')]
  return truth && submitted ? writeDeepLink({ frame: null, objectId: null, over: [truth, submitted] }) : ''
}

type Feedback = Awaited<ReturnType<typeof request<'GET /api/jobs/:jid/feedback'>>>

function Comparison({ found }: { found: Feedback }) {
  const t = useTranslator()
  const { score, passed, pairs, only_a: missing, only_b: extra } = found
  const inState = (state: (typeof pairs)[number]['state']) => pairs.filter((pair) => pair.state === state).length
  const lines = [
    [t('ownWork.equal'), inState('equal')],
    [t('ownWork.moved'), inState('moved')],
    [t('ownWork.otherClass'), inState('other_class')],
    [t('ownWork.missing'), missing.length],
    [t('ownWork.extra'), extra.length],
  ] as const
  return (
    <>
      <Group gap="xs">
        <Text fw={600}>
          {t('ownWork.feedbackScore', {
            score: t.number(score, { style: 'percent', maximumFractionDigits: 1 }),
          })}
        </Text>
        <Badge variant="light" tt="none" color={passed ? 'teal' : 'orange'}>
          {t(passed ? 'ownWork.passed' : 'ownWork.notPassed')}
        </Badge>
      </Group>
      <Table>
        <Table.Tbody>
          {lines.map(([name, count]) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right" className="numbers">
                {t.number(count)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
