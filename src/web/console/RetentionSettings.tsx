import { Alert, Button, Group, NumberInput, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Retention, RetentionPreview } from '../../client/types/admin.ts'
import { operator } from '../kit/api.ts'
import { Failed, Loaded } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { keys } from './queries.ts'

const KINDS = ['inputs_days', 'results_days', 'drafts_days'] as const

/** Sets how long the data of finished jobs is stored. */
export function RetentionSettings({ projectId }: { projectId: string }) {
  const retention = useQuery({
    queryKey: keys.retention(projectId),
    queryFn: ({ signal }) => operator.get<Retention>(`/projects/${projectId}/retention`, signal),
  })
  return <Loaded of={retention}>{(kept) => <RetentionForm projectId={projectId} kept={kept} />}</Loaded>
}

function RetentionForm({ projectId, kept }: { projectId: string; kept: Retention }) {
  const t = useTranslator()
  const [days, setDays] = useState(kept)
  const path = `/projects/${projectId}/retention`
  const preview = useAction({ run: () => operator.post<RetentionPreview>(`${path}/preview`, days), quiet: true })
  const save = useAction({
    run: () => operator.put<Retention>(path, days),
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
