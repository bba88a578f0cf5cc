import { Accordion, Badge, Button, Group, Paper, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Delivery } from '../../client/types/answers.ts'
import { operator } from '../kit/api.ts'
import { Loaded } from '../kit/States.tsx'
import { moment } from '../kit/time.ts'
import { useAction } from '../kit/useAction.ts'
import { keys } from './queries.ts'

const COLORS: Readonly<Record<Delivery['status'], string>> = {
  pending: 'yellow',
  delivered: 'teal',
  exhausted: 'red',
  disabled: 'gray',
}

/** Every attempt to deliver the callbacks of a job, with what came back. */
export function Deliveries({ projectId, jobId }: { projectId: string; jobId: string }) {
  const path = `/projects/${projectId}/jobs/${jobId}`
  const queryKey = keys.deliveries(projectId, jobId)
  const deliveries = useQuery({
    queryKey,
    queryFn: ({ signal }) => operator.get<{ deliveries: Delivery[] }>(`${path}/deliveries`, signal),
    refetchInterval: 15_000,
  })
  const resend = useAction({
    run: () => operator.post<{ queued: number }>(`${path}/callback`),
    changes: [queryKey],
    done: ({ queued }) => (queued === 0 ? 'There is nothing to send.' : 'It is sent again now.'),
  })
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" mb={6}>
        <Title order={2} size="h5">
          Callbacks
        </Title>
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          Send again now
        </Button>
      </Group>
      <Loaded of={deliveries} what="deliveries">
        {({ deliveries: rows }) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing was sent yet.
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
  return (
    <Accordion.Item value={row.webhook_id}>
      <Accordion.Control>
        <Group gap="xs">
          <Badge variant="light" size="sm" tt="none" color={COLORS[row.status]}>
            {row.status}
          </Badge>
          <Text size="sm" className="clipped" maw="32rem">
            {row.url}
          </Text>
          <Text size="sm" c="dimmed">
            {row.attempts.length} {row.attempts.length === 1 ? 'attempt' : 'attempts'}
            {row.next_attempt_at && `, next ${moment(row.next_attempt_at)}`}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Table highlightOnHover={false}>
          <Table.Tbody>
            {row.attempts.map((attempt) => (
              <Table.Tr key={attempt.at}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{moment(attempt.at)}</Table.Td>
                <Table.Td>{attempt.http_status ?? attempt.error ?? '–'}</Table.Td>
                <Table.Td className="numbers">{Math.round(attempt.duration_ms)} ms</Table.Td>
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
