import { Button, CloseButton, Group, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import type { JobRowAnswer, ProjectRowAnswer } from '../../../contract/console.ts'
import { request } from '../../kit/api.ts'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { csvText, saveFile } from '../csv.ts'
import type { NamedColumn } from './columns.tsx'

interface Props {
  project: ProjectRowAnswer
  query: Readonly<Record<string, string>>
  columns: readonly NamedColumn[]
}

/** Every job that the filter finds, with the columns that are shown, as a file. */
export function DownloadJobs({ project, query, columns }: Props) {
  const t = useTranslator()
  const isStopped = useRef(false)
  const [read, setRead] = useState(0)
  const download = useAction({
    run: async () => {
      isStopped.current = false
      const rows: JobRowAnswer[] = []
      let token: string | undefined
      do {
        const page = await request('GET /api/projects/:pid/jobs', {
          params: { pid: project.projectId },
          query: { ...query, page_token: token },
        })
        rows.push(...page.jobs)
        setRead(rows.length)
        token = page.nextPage ?? undefined
      } while (token !== undefined && !isStopped.current)
      if (isStopped.current) return
      const heads = ['reference_id', ...columns.map(({ name }) => name)]
      const lines = rows.map((row) => [row.referenceId, ...columns.map(({ text }) => text(t, row))])
      saveFile(t('jobs.file', { project: project.name }), csvText(heads, lines))
    },
  })
  if (!download.isPending)
    return (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Download size="0.875rem" />}
        onClick={() => {
          setRead(0)
          download.mutate()
        }}
      >
        {t('usage.download')}
      </Button>
    )
  return (
    <Group gap={4}>
      <Text size="sm" role="status">
        {t('jobs.downloading', { count: read })}
      </Text>
      <CloseButton
        size="sm"
        aria-label={t('common.cancel')}
        onClick={() => {
          isStopped.current = true
        }}
      />
    </Group>
  )
}
