import { Anchor, Button, Group, Table, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { Link } from 'wouter'
import type { JobRowAnswer } from '../../../contract/console.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { csvText, saveFile } from '../csv.ts'
import type { ActionShown, BulkAction } from './jobAction.ts'

const SHOWN = 100

interface Props {
  projectId: string
  action: BulkAction
  shown: ActionShown
  rows: readonly JobRowAnswer[]
}

/** The refused jobs with reasons: the first ones on the page, all known ones in a file. */
export function RefusedJobs({ projectId, action, shown: { refusals, progress }, rows }: Props) {
  const t = useTranslator()
  const references = new Map(rows.map(({ jobId, referenceId }) => [jobId, referenceId]))
  const why = (code: string) => {
    if (code === 'JOB_STATE') return t(`jobs.refused.${action}`)
    return action === 'assist' && code === 'GE_0002' ? t('jobs.refused.otherTag') : t('jobs.refused.other', { code })
  }
  const save = () =>
    saveFile(
      t('jobs.refusalsFile'),
      csvText(
        ['job_id', 'reference_id', 'code'],
        refusals.map(({ job_id, code }) => [job_id, references.get(job_id) ?? null, code]),
      ),
    )
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t('jobs.refusals', { count: progress.refused })}
        </Text>
        <Button variant="default" size="compact-sm" leftSection={<Download size="0.875rem" />} onClick={save}>
          {t('usage.download')}
        </Button>
      </Group>
      <Table.ScrollContainer minWidth={300} mah="14rem">
        <Table>
          <Table.Tbody>
            {refusals.slice(0, SHOWN).map(({ job_id, code }) => (
              <Table.Tr key={job_id}>
                <Table.Td>
                  <Anchor component={Link} href={`/projects/${projectId}/jobs/${job_id}`} size="sm">
                    {references.get(job_id) ?? job_id}
                  </Anchor>
                </Table.Td>
                <Table.Td>{why(code)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {progress.refused > SHOWN && (
        <Text size="xs" c="dimmed">
          {t('common.andMore', { count: progress.refused - SHOWN })}
        </Text>
      )}
    </>
  )
}
