import { Anchor, Badge, Group, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { WorstObject, WorstWork } from '../../../client/types/quality.ts'
import { operator, queryText } from '../../kit/api.ts'
import { writeDeepLink } from '../../kit/deepLink.ts'
import { Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'

interface Props {
  projectId: string
  range: { from: string | null; to: string | null }
}

/** The work and the objects that checks found worst, each with the way to the two documents that show it. */
export function WorstWorkTables({ projectId, range }: Props) {
  const t = useTranslator()
  const worst = useQuery({
    queryKey: ['project', projectId, 'worst', range],
    queryFn: ({ signal }) =>
      operator.get<{ jobs: WorstWork[]; objects: WorstObject[] }>(
        `/projects/${projectId}/quality/worst${queryText({ ...range, limit: '10' })}`,
        signal,
      ),
  })
  return (
    <Loaded of={worst}>
      {({ jobs, objects }) =>
        jobs.length === 0 ? null : (
          <>
            <Title order={2} size="h4" mt="lg" mb="xs">
              {t('quality.worstJobs')}
            </Title>
            <Table aria-label={t('quality.worstJobs')}>
              <Table.Tbody>
                {jobs.map((row) => (
                  <Row key={`${row.job_id} ${row.source}`} row={row} value={row.score}>
                    {null}
                  </Row>
                ))}
              </Table.Tbody>
            </Table>
            {objects.length > 0 && <WorstObjects objects={objects} />}
          </>
        )
      }
    </Loaded>
  )
}

function WorstObjects({ objects }: { objects: readonly WorstObject[] }) {
  const t = useTranslator()
  return (
    <>
      <Title order={2} size="h4" mt="lg" mb="xs">
        {t('quality.worstObjects')}
      </Title>
      <Table aria-label={t('quality.worstObjects')}>
        <Table.Tbody>
          {objects.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an extra object has no id, and rows do not move
            <Row key={index} row={row} value={row.state === 'moved' ? row.likeness : null}>
              <Text size="sm" span>
                {row.label} · {t(`compare.state.${row.state}`)}
              </Text>
            </Row>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

interface RowProps {
  row: WorstWork | WorstObject
  value: number | null
  children: React.ReactNode
}

function Row({ row, value, children }: RowProps) {
  const t = useTranslator()
  const place = 'label' in row ? { frame: row.frame, objectId: row.track_id } : { frame: null, objectId: null }
  const href = `/jobs/${row.job_id}${writeDeepLink({ ...place, over: row.over })}`
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} href={href} size="sm" fw={500}>
          {row.reference_id}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Badge variant="light" tt="none" size="sm">
            {t(`quality.source.${row.source}`)}
          </Badge>
          {children}
        </Group>
      </Table.Td>
      <Table.Td>{row.tag}</Table.Td>
      <Table.Td ta="right" className="numbers">
        {value === null ? '' : t.number(value, { style: 'percent', maximumFractionDigits: 1 })}
      </Table.Td>
      <Table.Td ta="right">
        <Text size="sm" c="dimmed">
          {t.ago(row.at, Date.now())}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}
