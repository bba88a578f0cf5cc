import { Alert, Button, Group, NumberInput, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ShownRetention } from '../../contract/projects.ts'
import { request } from '../kit/api.ts'
import { Failed, Loaded } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { keys } from './queries.ts'

const KINDS = ['inputs_days', 'results_days', 'drafts_days'] as const

/** Sets how long the data of finished jobs is stored. */
export function RetentionSettings({ projectId }: { projectId: string }) {
  const retention = useQuery({
    queryKey: keys.retention(projectId),
    queryFn: ({ signal }) => request('GET /api/v1/projects/:pid/retention', { params: { pid: projectId }, signal }),
  })
  return <Loaded of={retention}>{(kept) => <RetentionForm projectId={projectId} kept={kept} />}</Loaded>
}

function RetentionForm({ projectId, kept }: { projectId: string; kept: ShownRetention }) {
  const t = useTranslator()
  const [days, setDays] = useState(kept)
  const preview = useAction({
    run: () => request('POST /api/v1/projects/:pid/retention/preview', { params: { pid: projectId }, body: days }),
    quiet: true,
  })
  const save = useAction({
    run: () => request('PUT /api/v1/projects/:pid/retention', { params: { pid: projectId }, body: days }),
    changes: [keys.retention(projectId)],
    done: t('retention.saved'),
    onDone: () => preview.reset(),
    quiet: true,
  })
  const error = preview.error ?? save.error
  const change = (kind: (typeof KINDS)[number], value: string | number) => {
    setDays({ ...days, [kind]: value === '' ? null : Number(value) })
    // The preview was for other values.
    preview.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (preview.data) save.mutate()
    else preview.mutate()
  }
  return (
    <Paper withBorder p="md" maw="36rem" component="form" onSubmit={submit}>
      <Stack>
        <div>
          <Title order={2} size="h4">
            {t('retention.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('retention.hint')}
          </Text>
        </div>
        {error && <Failed error={error} />}
        {KINDS.map((kind) => (
          <NumberInput
            key={kind}
            label={t(`retention.${kind}`)}
            placeholder={t('retention.forGood')}
            suffix={` ${t('retention.days')}`}
            min={1}
            max={36_500}
            allowDecimal={false}
            value={days[kind] ?? ''}
            onChange={(value) => change(kind, value)}
          />
        ))}
        {preview.data && (
          <Alert color={preview.data.jobs > 0 ? 'yellow' : 'gray'} role="status">
            {t('retention.preview', { jobs: preview.data.jobs, bytes: t.bytes(preview.data.bytes) })}
          </Alert>
        )}
        <Group justify="end">
          <Button
            type="submit"
            variant={preview.data ? 'filled' : 'default'}
            color={preview.data && preview.data.jobs > 0 ? 'red' : undefined}
            loading={preview.isPending || save.isPending}
          >
            {preview.data ? t('common.save') : t('retention.showPreview')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
