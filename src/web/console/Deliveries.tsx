import { Accordion, Badge, Button, Group, Paper, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Delivery } from '../../contract/deliveries.ts'
import { request } from '../kit/api.ts'
import { Loaded } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { keys } from './queries.ts'

const COLORS: Readonly<Record<Delivery['status'], string>> = {
  pending: 'yellow',
  delivered: 'teal',
  exhausted: 'red',
  disabled: 'gray',
}

/** Every attempt to deliver the callbacks of a job, with the responses. */
export function Deliveries({ projectId, jobId }: { projectId: string; jobId: string }) {
  const t = useTranslator()
  const queryKey = keys.deliveries(projectId, jobId)
  const deliveries = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      request('GET /api/v1/projects/:pid/jobs/:jid/deliveries', { params: { pid: projectId, jid: jobId }, signal }),
    refetchInterval: 15_000,
  })
  const resend = useAction({
    run: () => request('POST /api/v1/projects/:pid/jobs/:jid/callback', { params: { pid: projectId, jid: jobId } }),
    changes: [queryKey],
    done: ({ queued }) => (queued === 0 ? t('deliveries.nothing') : t('deliveries.resent')),
  })
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" mb={6}>
        <Title order={2} size="h5">
          {t('deliveries.title')}
        </Title>
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('deliveries.resend')}
        </Button>
      </Group>
      <Loaded of={deliveries}>
        {({ deliveries: rows }) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('deliveries.empty')}
            </Text>
          ) : (
            <Accordion variant="contained" multiple>
              {rows.map((row) => (
                <DeliveryItem key={row.webhook_id} row={row} />
              ))}
            </Accordion>
          )
        }
      </Loaded>
    </Paper>
  )
}

function DeliveryItem({ row }: { row: Delivery }) {
  const t = useTranslator()
  return (
    <Accordion.Item value={row.webhook_id}>
      <Accordion.Control>
        <Group gap="xs">
          <Badge variant="light" size="sm" tt="none" color={COLORS[row.status]}>
            {t(`delivery.${row.status}`)}
          </Badge>
          <Text size="sm" className="clipped" maw="32rem">
            {row.url}
          </Text>
          <Text size="sm" c="dimmed">
            {row.next_attempt_at
              ? t('deliveries.attemptsNext', { count: row.attempts.length, moment: t.moment(row.next_attempt_at) })
              : t('deliveries.attempts', { count: row.attempts.length })}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Table highlightOnHover={false}>
          <Table.Tbody>
            {row.attempts.map((attempt) => (
              <Table.Tr key={attempt.at}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{t.moment(attempt.at)}</Table.Td>
                <Table.Td>{attempt.http_status ?? attempt.error ?? '–'}</Table.Td>
                <Table.Td className="numbers">
                  {t('deliveries.milliseconds', { count: Math.round(attempt.duration_ms) })}
                </Table.Td>
                <Table.Td ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
                  {attempt.response?.slice(0, 500)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="xs" c="dimmed" ff="monospace">
          {row.webhook_id}
        </Text>
      </Accordion.Panel>
    </Accordion.Item>
  )
}
