import { Button, Checkbox, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Format } from '../../../client/types/exports.ts'
import type { ImportShown } from '../../../client/types/imports.ts'
import { operator, queryText } from '../../kit/api.ts'
import { Failed } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useTags } from '../queries.ts'
import { type ClassChoice, ClassMatching, optionsOf } from './ClassMatching.tsx'
import { DropArea } from './DropArea.tsx'
import { FormatField } from './FormatField.tsx'
import { exchangeKeys, useImports } from './queries.ts'
import { recognizeFormats } from './recognizeFormat.ts'
import { zipNames } from './zipNames.ts'

type Into = ImportShown['into']

/** An archive, what it is and what becomes of it. */
export function ImportForm({ projectId, formats }: { projectId: string; formats: readonly Format[] }) {
  const t = useTranslator()
  const tags = useTags(projectId)
  const imports = useImports(projectId)
  const [file, setFile] = useState<File | null>(null)
  // null: not read yet, or no ZIP file.
  const [names, setNames] = useState<string[] | null>(null)
  const [isRead, setRead] = useState(false)
  const [tagName, setTagName] = useState<string | null>(null)
  const [chosenFormat, setChosenFormat] = useState<string | null>(null)
  const [into, setInto] = useState<Into>('predictions')
  const [dataBase, setDataBase] = useState('')
  const [replaces, setReplaces] = useState(false)
  const [classes, setClasses] = useState<ClassChoice>({})
  const [importId, setImportId] = useState<string | null>(null)

  const tag = tags.data?.find((one) => one.tag === (tagName ?? tags.data[0]?.tag))
  const fitting = formats.filter(({ operations }) => !tag || operations.includes(tag.operation))
  const known = names ? recognizeFormats(names) : []
  const recognized = known.map((name) => fitting.find(({ format }) => format === name)).find((one) => one) ?? null
  const format = fitting.find((one) => one.format === chosenFormat) ?? recognized
  // The one that this form made, where the tag lacks classes of it: nothing was changed, and the archive is still here.
  const refused = imports.data?.find((one) => one.import_id === importId && one.status === 'failed')
  const unknown = refused?.classes.filter((one) => one.class === null) ?? []

  const take = async (taken: File) => {
    setFile(taken)
    setRead(false)
    setImportId(null)
    setClasses({})
    setNames(await zipNames(taken))
    setRead(true)
  }
  const start = useAction({
    run: (archive: File) => {
      const options = { ...optionsOf(classes), ...(replaces && { replace: true }) }
      const query = queryText({
        format: format?.format,
        tag: tag?.tag,
        into,
        data_base: into === 'jobs' ? dataBase.trim() : undefined,
        options: JSON.stringify(options),
      })
      const body = archive.slice(0, archive.size, 'application/zip')
      return operator.upload<{ import_id: string }>(`/projects/${projectId}/imports${query}`, body)
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
        <DropArea file={file} onFile={(taken) => void take(taken)}>
          {file && isRead && (
            <Text size="sm" c={names ? 'dimmed' : 'red'} role="status">
              {names === null
                ? t('import.notZip')
                : recognized
                  ? t('import.recognized', { format: recognized.title })
                  : t('import.notRecognized')}
            </Text>
          )}
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
        <Select
          label={t('import.into')}
          data={(['predictions', 'jobs'] as const).map((value) => ({ value, label: t(`import.into.${value}`) }))}
          value={into}
          onChange={(value) => setInto(value === 'jobs' ? 'jobs' : 'predictions')}
          allowDeselect={false}
        />
        {into === 'jobs' && (
          <TextInput
            label={t('import.dataBase')}
            description={t('import.dataBaseHint')}
            value={dataBase}
            onChange={(event) => setDataBase(event.currentTarget.value)}
          />
        )}
        <Checkbox
          label={t('import.replace')}
          checked={replaces}
          onChange={(event) => setReplaces(event.currentTarget.checked)}
        />
        <Group justify="end">
          <Button type="submit" disabled={!file || !names || !format || !isMatched} loading={start.isPending}>
            {unknown.length > 0 ? t('import.again') : t('import.start')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
