import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { request } from '../kit/api.ts'
import { useMay } from '../kit/me.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { QueueTable } from '../queue/QueueTable.tsx'
import { QUEUE } from '../queue/queueKey.ts'

/** What the person has, has left for later, or has back from a reviewer: the queue begins with it. */
export function OwnOpenWork({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const mayWork = useMay('annotate')
  const { data } = useQuery({
    queryKey: [...QUEUE, 'own', projectId],
    queryFn: ({ signal }) => request('GET /api/queue', { query: { project_id: projectId }, signal }),
    enabled: mayWork,
  })
  const rows = data?.jobs.filter(({ own }) => own !== null) ?? []
  if (rows.length === 0) return null
  return (
    <section aria-label={t('ownWork.openWork')}>
      <Title order={2} size="h4" mb="xs">
        {t('ownWork.openWork')}
      </Title>
      <QueueTable rows={rows} />
    </section>
  )
}
