import { Anchor, Button, Group, Paper, Select, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { request } from '../../kit/api.ts'
import { useMay } from '../../kit/me.tsx'
import { Failed } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useTags } from '../queries.ts'
import { ChosenFiles } from './ChosenFiles.tsx'
import { IngestView } from './IngestView.tsx'
import { useUploads } from './useUploads.ts'

/** Files, folders and addresses become jobs, after a plan that a person accepts. */
export function DataTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const [ingestId, setIngestId] = useState<string | null>(null)
  if (ingestId === null) return <DataForm projectId={projectId} onPlan={setIngestId} />
  return (
    <Stack>
      <IngestView projectId={projectId} ingestId={ingestId} />
      <Group>
        <Button variant="default" onClick={() => setIngestId(null)}>
          {t('data.more')}
        </Button>
      </Group>
    </Stack>
  )
}

interface Props {
  projectId: string
  onPlan(ingestId: string): void
}

function DataForm({ projectId, onPlan }: Props) {
  const t = useTranslator()
  const tags = useTags(projectId)
  const mayMakeTags = useMay('manageProjects')
  const { uploads, add, sendAll, clear } = useUploads(projectId)
  const [addresses, setAddresses] = useState('')
  const [tagName, setTagName] = useState<string | null>(null)
  const lines = addresses.split('\n').map((line) => line.trim())
  const urls = lines.filter((line) => line !== '')
  const tag = tagName ?? tags.data?.[0]?.tag ?? null
  const plan = useAction({
    run: async (chosenTag: string) => {
      const source = uploads.length > 0 ? { files: await sendAll() } : urls.length === 1 ? { url: urls[0] } : { urls }
      const body = { source, tag: chosenTag, dry_run: true }
      return request('POST /api/v1/projects/:pid/ingests', { params: { pid: projectId }, body })
    },
    onDone: ({ ingest_id }) => onPlan(ingest_id),
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (tag) plan.mutate(tag)
  }
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit} aria-label={t('data.add')}>
      <Stack gap="sm">
        {plan.error && <Failed error={plan.error} />}
        <ChosenFiles uploads={uploads} onAdd={add} onClear={clear} isBusy={plan.isPending} />
        <Textarea
          label={t('data.addresses')}
          description={t('data.addressesHint')}
          value={addresses}
          onChange={(event) => setAddresses(event.currentTarget.value)}
          disabled={uploads.length > 0}
          autosize
          minRows={2}
          maxRows={10}
        />
        <Group align="end">
          <Select
            label={t('data.tag')}
            data={tags.data?.map((one) => one.tag) ?? []}
            value={tag}
            onChange={setTagName}
            allowDeselect={false}
            required
          />
          {mayMakeTags && (
            <Anchor component={Link} href={`/projects/${projectId}/new-tag`} size="sm" pb="xs">
              {t('data.newTag')}
            </Anchor>
          )}
        </Group>
        <Group justify="end">
          <Button type="submit" disabled={!tag || (uploads.length === 0 && urls.length === 0)} loading={plan.isPending}>
            {t('data.plan')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
