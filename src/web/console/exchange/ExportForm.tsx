import { Button, Checkbox, Group, MultiSelect, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ExportAnswer, FormatRow } from '../../../contract/exports.ts'
import { request } from '../../kit/api.ts'
import { Failed } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { DateField } from '../DateField.tsx'
import { useBatches, useTags } from '../queries.ts'
import { ArchivePreview } from './ArchivePreview.tsx'
import { choiceOf, type ExportChoice, exportBody, NO_CHOICE } from './exportChoice.ts'
import { FormatField } from './FormatField.tsx'
import { OptionFields } from './OptionFields.tsx'
import { exchangeKeys } from './queries.ts'
import { SplitFields, sumOf } from './SplitFields.tsx'

interface Props {
  projectId: string
  formats: readonly FormatRow[]
  /** An export that is made again; null for a new one. */
  start: ExportAnswer | null
}

/** What leaves, how, and a preview of the archive. */
export function ExportForm({ projectId, formats, start }: Props) {
  const t = useTranslator()
  const tags = useTags(projectId)
  const batches = useBatches(projectId)
  const [choice, setChoice] = useState<ExportChoice>(() => (start ? choiceOf(start) : NO_CHOICE))
  const change = (part: Partial<ExportChoice>) => setChoice((before) => ({ ...before, ...part }))
  // Only what the chosen tags can fill.
  const operations = new Set(
    tags.data?.filter(({ tag }) => choice.tags.length === 0 || choice.tags.includes(tag)).map((one) => one.operation),
  )
  const fitting = formats.filter((one) => operations.size === 0 || one.operations.some((name) => has(operations, name)))
  const format = fitting.find((one) => one.format === choice.format)
  const create = useAction({
    run: (wanted: FormatRow) =>
      request('POST /api/v1/projects/:pid/exports', { params: { pid: projectId }, body: exportBody(choice, wanted) }),
    changes: [exchangeKeys.exports(projectId)],
    done: t('export.started'),
    quiet: true,
  })
  const isTooMuch = sumOf(choice.shares) > 100
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (format) create.mutate(format)
  }
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit} aria-label={t('export.new')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('export.new')}
        </Title>
        {create.error && <Failed error={create.error} />}
        <FormatField
          formats={fitting}
          value={format?.format ?? null}
          onChange={(name) => change({ format: name, options: {} })}
        />
        <MultiSelect
          label={t('export.tags')}
          placeholder={choice.tags.length === 0 ? t('export.allTags') : undefined}
          data={tags.data?.map(({ tag }) => tag) ?? []}
          value={choice.tags}
          onChange={(names) => change({ tags: names })}
        />
        <Select
          label={t('export.batch')}
          placeholder={t('export.allBatches')}
          data={batches.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={choice.batchId}
          onChange={(batchId) => change({ batchId })}
          searchable
          clearable
        />
        <Group grow>
          <DateField label={t('export.from')} value={choice.from} onChange={(from) => change({ from })} />
          <DateField label={t('export.to')} value={choice.to} onChange={(to) => change({ to })} />
        </Group>
        {Object.keys(choice.others).length > 0 && (
          <Text size="sm" c="dimmed">
            {t('export.others')}
          </Text>
        )}
        <SplitFields shares={choice.shares} onChange={(shares) => change({ shares })} />
        <Checkbox
          label={t('export.files')}
          description={format?.files === 'required' ? t('export.filesNeeded') : undefined}
          checked={choice.includesFiles || format?.files === 'required'}
          disabled={format?.files === 'required'}
          onChange={(event) => change({ includesFiles: event.currentTarget.checked })}
        />
        {format && (
          <OptionFields schema={format.options} value={choice.options} onChange={(options) => change({ options })} />
        )}
        <TextInput
          label={t('export.destination')}
          description={t('export.destinationHint')}
          value={choice.destination}
          onChange={(event) => change({ destination: event.currentTarget.value })}
        />
        {format && <ArchivePreview format={format} choice={choice} />}
        <Group justify="end">
          <Button type="submit" disabled={!format || isTooMuch} loading={create.isPending}>
            {t('export.create')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

const has = (names: ReadonlySet<string>, name: string): boolean => names.has(name)
