import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Download, RotateCcw } from 'lucide-react'
import { Link } from 'wouter'
import type { ExportAnswer, ExportLoss, FormatRow } from '../../../contract/exports.ts'
import { request } from '../../kit/api.ts'
import { useMay } from '../../kit/me.tsx'
import { Empty, Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { exchangeKeys, useExports } from './queries.ts'
import { WorkCard } from './WorkCard.tsx'
import { lossText } from './words.ts'

interface Props {
  projectId: string
  formats: readonly FormatRow[]
  /** null: this person cannot create exports. */
  onRepeat: ((shown: ExportAnswer) => void) | null
}

export function ExportList({ projectId, formats, onRepeat }: Props) {
  const t = useTranslator()
  const exports = useExports(projectId)
  return (
    <Loaded of={exports}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title={t('export.empty')}>{t('export.emptyHint')}</Empty>
        ) : (
          <Stack gap="sm">
            {rows.map((row) => (
              <ExportCard
                key={row.export_id}
                projectId={projectId}
                row={row}
                onRepeat={onRepeat}
                title={titleOf(formats, row.format)}
              />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}

const titleOf = (formats: readonly FormatRow[], name: string) =>
  formats.find(({ format }) => format === name)?.title ?? name

interface CardProps extends Omit<Props, 'formats'> {
  row: ExportAnswer
  title: string
}

function ExportCard({ projectId, row, title, onRepeat }: CardProps) {
  const t = useTranslator()
  const mayManage = useMay('manageJobs')
  const { status, progress, url } = row
  const isOpen = status === 'queued' || status === 'running'
  return (
    <WorkCard
      title={title}
      heading={title}
      facts={
        <>
          {t('export.jobs', { done: progress.jobs_done, total: progress.jobs_total })}
          {row.size !== null && ` · ${t.bytes(row.size)}`} · {t.moment(row.created_at)}
        </>
      }
      status={status}
      done={progress.jobs_done}
      total={progress.jobs_total}
      error={row.error?.message ?? null}
      end={
        mayManage
          ? {
              run: () =>
                request('DELETE /api/v1/projects/:pid/exports/:eid', {
                  params: { pid: projectId, eid: row.export_id },
                }),
              cancel: t('export.cancel'),
              changes: exchangeKeys.exports(projectId),
            }
          : null
      }
      actions={
        <>
          {url && (
            <Button component="a" href={url} size="compact-sm" leftSection={<Download size="0.9rem" />}>
              {t('export.download')}
            </Button>
          )}
          {onRepeat && !isOpen && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<RotateCcw size="0.9rem" />}
              onClick={() => onRepeat(row)}
            >
              {t('export.repeat')}
            </Button>
          )}
        </>
      }
    >
      {status === 'completed' && <Outcome projectId={projectId} row={row} />}
    </WorkCard>
  )
}

function Outcome({ projectId, row }: { projectId: string; row: ExportAnswer }) {
  const t = useTranslator()
  const more = row.losses_total - row.losses.length
  return (
    <Stack gap={2} mt={4}>
      <Text size="xs" c="dimmed">
        {row.url && row.expires_at ? t('export.expires', { time: t.moment(row.expires_at) }) : t('export.gone')}
        {row.destination && ` · ${row.destination}${row.export_id}.zip`}
      </Text>
      <Text size="sm" fw={500}>
        {t(row.losses.length === 0 ? 'export.nothingLost' : 'export.losses')}
      </Text>
      {row.losses.map((loss) => (
        <LossRow key={loss.kind} projectId={projectId} loss={loss} />
      ))}
      {more > 0 && <Text size="sm">{t('export.moreLosses', { count: more })}</Text>}
    </Stack>
  )
}

/** A description of what the archive lacks, with a link to the first affected object. */
function LossRow({ projectId, loss: { kind, count, example } }: { projectId: string; loss: ExportLoss }) {
  const t = useTranslator()
  const { job_id: jobId, reference_id: name, track_id: trackId } = example
  const href = trackId ? `/jobs/${jobId}#object=${encodeURIComponent(trackId)}` : `/projects/${projectId}/jobs/${jobId}`
  return (
    <Text size="sm">
      {lossText(t, kind)} ({t.number(count)}){' '}
      {jobId && (
        <Anchor component={Link} href={href} size="sm">
          {t('export.example', { name: name ?? jobId })}
        </Anchor>
      )}
    </Text>
  )
}
