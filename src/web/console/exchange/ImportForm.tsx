import { Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { FormatRow } from '../../../contract/exports.ts'
import { request } from '../../kit/api.ts'
import { Failed } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useTags } from '../queries.ts'
import { type ClassChoice, ClassMatching, optionsOf } from './ClassMatching.tsx'
import { DropArea } from './DropArea.tsx'
import { FormatField } from './FormatField.tsx'
import { type IntoChoice, IntoFields } from './IntoFields.tsx'
import { exchangeKeys, useImports } from './queries.ts'
import { recognizeFormats } from './recognizeFormat.ts'
import { useSentArchive } from './useSentArchive.ts'

/** An archive, its format and its target. */
export function ImportForm({ projectId, formats }: { projectId: string; formats: readonly FormatRow[] }) {
  const t = useTranslator()
  const tags = useTags(projectId)
  const imports = useImports(projectId)
  const { file, names, take } = useSentArchive()
  const [tagName, setTagName] = useState<string | null>(null)
  const [chosenFormat, setChosenFormat] = useState<string | null>(null)
  const [choice, setChoice] = useState<IntoChoice>({ into: 'predictions', dataBase: '', replaces: false })
  const [classes, setClasses] = useState<ClassChoice>({})
  const [importId, setImportId] = useState<string | null>(null)

  const tag = tags.data?.find((one) => one.tag === (tagName ?? tags.data[0]?.tag))
  const fitting = formats.filter(({ operations }) => !tag || operations.includes(tag.operation))
  const known = names ? recognizeFormats(names) : []
  const recognized = known.map((name) => fitting.find(({ format }) => format === name)).find((one) => one) ?? null
  const format = fitting.find((one) => one.format === chosenFormat) ?? recognized
  // The import of this form, refused because the tag lacks classes: nothing was changed, and the archive is still here.
  const refused = imports.data?.find((one) => one.import_id === importId && one.status === 'failed')
  const unknown = refused?.classes.filter((one) => one.class === null) ?? []

  const choose = (taken: File) => {
    setImportId(null)
    setClasses({})
    void take(taken)
  }
  const start = useAction({
    run: (archive: File) => {
      const options = { ...optionsOf(classes), ...(choice.replaces && { replace: true }) }
      const query = {
        format: format?.format,
        tag: tag?.tag,
        into: choice.into,
        data_base: choice.into === 'jobs' ? choice.dataBase.trim() : undefined,
        options: JSON.stringify(options),
      }
      const body = archive.slice(0, archive.size, 'application/zip')
      return request('POST /api/v1/projects/:pid/imports', { params: { pid: projectId }, query, file: body })
    },
    changes: [exchangeKeys.imports(projectId)],
    onDone: ({ import_id }) => setImportId(import_id),
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file && format) start.mutate(file)
  }
  const isMatched = unknown.every(({ name }) => classes[name] !== undefined)
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit} aria-label={t('import.new')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('import.new')}
        </Title>
        {start.error && <Failed error={start.error} />}
        <DropArea file={file} onFile={choose}>
          {names !== undefined && <Recognition isZip={names !== null} format={recognized} />}
        </DropArea>
        {refused && unknown.length > 0 && (
          <ClassMatching
            rows={refused.classes}
            classes={tag?.classes.map(({ name }) => name) ?? []}
            value={classes}
            onChange={setClasses}
          />
        )}
        <Select
          label={t('import.tag')}
          data={tags.data?.map((one) => one.tag) ?? []}
          value={tag?.tag ?? null}
          onChange={setTagName}
          allowDeselect={false}
          required
        />
        <FormatField formats={fitting} value={format?.format ?? null} onChange={setChosenFormat} />
        <IntoFields value={choice} onChange={setChoice} />
        <Group justify="end">
          <Button type="submit" disabled={!file || !names || !format || !isMatched} loading={start.isPending}>
            {unknown.length > 0 ? t('import.again') : t('import.start')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** The recognized format of the archive. */
function Recognition({ isZip, format }: { isZip: boolean; format: FormatRow | null }) {
  const t = useTranslator()
  return (
    <Text size="sm" c={isZip ? 'dimmed' : 'red'} role="status">
      {!isZip
        ? t('import.notZip')
        : format
          ? t('import.recognized', { format: format.title })
          : t('import.notRecognized')}
    </Text>
  )
}
