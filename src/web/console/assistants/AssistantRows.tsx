import { Badge, Stack, Table, Text } from '@mantine/core'
import type { AssistantFigures, ShownAssistant } from '../../../contract/assistants.ts'
import { TableHead } from '../../kit/TableHead.tsx'
import type { Translator } from '../../messages/translator.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { AssistantMenu } from './AssistantMenu.tsx'
import './assistantRows.css'

const STATE_COLORS = { ok: 'green', failing: 'orange', down: 'red', unknown: 'gray' } as const

const FIGURES = [
  'assistants.calls',
  'assistants.latency',
  'assistants.suggested',
  'assistants.outcome',
  'assistants.keptShare',
  'assistants.saved',
] as const

interface Props {
  projectId: string
  rows: readonly ShownAssistant[]
  onEdit(shown: ShownAssistant): void
}

/** One row an assistant, and below it one a version where there were several. */
export function AssistantRows({ projectId, rows, onEdit }: Props) {
  const t = useTranslator()
  return (
    <div className="assistant-rows">
      <Table verticalSpacing="xs">
        <TableHead
          columns={[
            t('assistants.assistant'),
            t('assistants.state'),
            t('assistants.verbs'),
            ...FIGURES.map((id) => ({ number: t(id) })),
          ]}
          hasActions
        />
        {rows.map((row) => (
          <Table.Tbody key={row.name}>
            <Table.Tr>
              <Table.Td>
                <Text fw={500}>{row.name}</Text>
                <Text size="xs" c="dimmed">
                  {placeOf(t, row)}
                </Text>
              </Table.Td>
              <Table.Td>
                <Stack gap={2} align="start">
                  <Badge variant="light" color={STATE_COLORS[row.state]} tt="none" miw="max-content">
                    {t(`assist.state.${row.state}`)}
                  </Badge>
                  {row.problem && (
                    <Text size="xs" c="dimmed" maw={240}>
                      {row.problem}
                    </Text>
                  )}
                  {row.calls_per_day !== null && (
                    <Text size="xs" c={row.calls_today < row.calls_per_day ? 'dimmed' : 'orange'}>
                      {t('assistants.today', { calls: row.calls_today, most: row.calls_per_day })}
                    </Text>
                  )}
                </Stack>
              </Table.Td>
              <Table.Td maw={200}>
                {row.verbs.map((verb) => t(`assistants.verb.${verb}`)).join(' · ') || '–'}
                {row.auto && (
                  <Text size="xs" c="dimmed">
                    {t('assistants.auto')}
                  </Text>
                )}
              </Table.Td>
              <Figures of={row} />
              <Table.Td ta="right">
                <AssistantMenu projectId={projectId} row={row} onEdit={() => onEdit(row)} />
              </Table.Td>
            </Table.Tr>
            {row.versions.length > 1 &&
              row.versions.map((version) => (
                <Table.Tr key={version.version}>
                  <Table.Td colSpan={3} pl="xl" c="dimmed">
                    {t('assist.version', { version: version.version || '–' })}
                  </Table.Td>
                  <Figures of={version} />
                  <Table.Td />
                </Table.Tr>
              ))}
          </Table.Tbody>
        ))}
      </Table>
    </div>
  )
}

function placeOf(t: Translator, { carrier, url, version, tags }: ShownAssistant): string {
  const parts = [
    t(`assistants.carrier.${carrier}`),
    ...(version ? [t('assist.version', { version })] : []),
    ...(url ? [url] : []),
    ...(tags ? [t.list(tags)] : []),
  ]
  return parts.join(' · ')
}

/** Calls are counted by how long they took, roughly: more digits would say more than is known. */
function durationIn(t: Translator, milliseconds: number): string {
  if (milliseconds < 1000)
    return t.number(milliseconds, { style: 'unit', unit: 'millisecond', maximumSignificantDigits: 2 })
  return t.number(milliseconds / 1000, { style: 'unit', unit: 'second', maximumSignificantDigits: 2 })
}

function Figures({ of }: { of: AssistantFigures }) {
  const t = useTranslator()
  const { kept, changed, dropped, latency_ms: latency, seconds_saved_per_object: saved } = of
  const cells = [
    of.errors > 0 ? t('assistants.callsFailed', { calls: of.calls, failed: of.errors }) : t.number(of.calls),
    latency.p95 === null ? '–' : durationIn(t, latency.p95),
    t.number(of.suggested),
    kept + changed + dropped === 0 ? '–' : t('assistants.outcomes', { kept, changed, dropped }),
    of.kept_share === null ? '–' : t.number(of.kept_share, { style: 'percent', maximumFractionDigits: 1 }),
    saved === null ? '–' : t.number(saved, { style: 'unit', unit: 'second', maximumFractionDigits: 1 }),
  ]
  return FIGURES.map((id, place) => (
    <Table.Td key={id} data-label={t(id)} ta="right" className="numbers">
      {cells[place]}
    </Table.Td>
  ))
}
