import { Button, Checkbox, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { FormatRow } from '../../../contract/exports.ts'
import type { ImportAnswer } from '../../../contract/imports.ts'
import { request } from '../../kit/api.ts'
import { Failed } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useTags } from '../queries.ts'
import { type ClassChoice, ClassMatching, optionsOf } from './ClassMatching.tsx'
import { DropArea } from './DropArea.tsx'
import { FormatField } from './FormatField.tsx'
import { exchangeKeys, useImports } from './queries.ts'

/** The number of names that are read; the first ones show the format. */
const MAX_NAMES = 20_000
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024
const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const END_SIGNATURE = 0x06054b50
const END64_LOCATOR_SIGNATURE = 0x07064b50
const ENTRY_SIGNATURE = 0x02014b50
const IN_ZIP64 = 0xffffffff

/** Names of the entries of a ZIP file, from its directory only; null if it is not a ZIP file. It unpacks nothing. */
async function zipNames(file: Blob): Promise<string[] | null> {
  const tailStart = Math.max(0, file.size - END_BYTES - MAX_COMMENT_BYTES)
  const tail = await viewOf(file, tailStart, file.size)
  let end = tail.byteLength - END_BYTES
  while (end >= 0 && tail.getUint32(end, true) !== END_SIGNATURE) end--
  if (end < 0) return null
  const place = await directoryOf(file, tail, end)
  if (!place || place.start + place.bytes > file.size) return null
  return namesIn(await viewOf(file, place.start, place.start + Math.min(place.bytes, MAX_DIRECTORY_BYTES)))
}

const viewOf = async (file: Blob, start: number, end: number) =>
  new DataView(await file.slice(start, end).arrayBuffer())

async function directoryOf(file: Blob, tail: DataView, end: number): Promise<{ start: number; bytes: number } | null> {
  const bytes = tail.getUint32(end + 12, true)
  const start = tail.getUint32(end + 16, true)
  if (start !== IN_ZIP64 && bytes !== IN_ZIP64) return { start, bytes }
  const locator = end - 20
  if (locator < 0 || tail.getUint32(locator, true) !== END64_LOCATOR_SIGNATURE) return null
  const end64 = Number(tail.getBigUint64(locator + 8, true))
  if (end64 + 56 > file.size) return null
  const record = await viewOf(file, end64, end64 + 56)
  return { start: Number(record.getBigUint64(48, true)), bytes: Number(record.getBigUint64(40, true)) }
}

function namesIn(directory: DataView): string[] {
  const names: string[] = []
  for (let at = 0; at + 46 <= directory.byteLength && names.length < MAX_NAMES; ) {
    if (directory.getUint32(at, true) !== ENTRY_SIGNATURE) break
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => directory.getUint16(at + offset, true))
    const stop = Math.min(at + 46 + nameBytes, directory.byteLength)
    names.push(new TextDecoder().decode(directory.buffer.slice(at + 46, stop)))
    at += 46 + nameBytes + extraBytes + commentBytes
  }
  return names
}

/** Signs in the names of entries, the clearest first: several formats if names alone do not distinguish them. */
const SIGNS: readonly [RegExp, readonly string[]][] = [
  [/(^|\/)lidarseg\//, ['nuscenes_lidarseg']],
  [/(^|\/)panoptic\/[^/]+\/[^/]+_panoptic\.npz$/, ['nuscenes_panoptic']],
  [/(^|\/)sample_annotation\.json$/, ['nuscenes']],
  [/\.label$/, ['semantickitti']],
  [/(^|\/)annotations\.feather$/, ['argoverse2']],
  [/(^|\/)key_id_map\.json$/, ['supervisely_pointcloud']],
  [/(^|\/)label_02\/[^/]+\.txt$/, ['kitti_tracking']],
  [/(^|\/)label_2\/[^/]+\.txt$/, ['kitti_object']],
  [/(^|\/)gt\/gt\.txt$/, ['mot']],
  [/^results\/[^/]+\.json$/, ['fiducial']],
  [/(^|\/)labels\/.*\.txt$/, ['yolo_detect', 'yolo_segment', 'yolo_obb', 'yolo_pose']],
  [/(^|\/)Annotations\/[^/]+\.xml$/, ['voc']],
  [/(^|\/)annotations\.xml$/, ['cvat_images', 'cvat_video']],
  [/(^|\/)tasks\.json$/, ['label_studio']],
  [/(^|\/)(instances|person_keypoints)_[^/]*\.json$/, ['coco']],
  [/\.jsonl$/, ['jsonl']],
  [/\.la[sz]$/i, ['las']],
  [/\.pcd$/i, ['pcd']],
  [/(^|\/)annotations\/[^/]+\.json$/, ['datumaro', 'coco']],
  [/\.json$/, ['coco', 'openlabel', 'label_studio', 'datumaro']],
]

/** Formats that an archive with these entries may have, the likeliest first; empty if it is unknown. */
function recognizeFormats(names: readonly string[]): readonly string[] {
  // Every archive of ours ends with these.
  const entries = names.filter((name) => !/^(manifest|losses)\.json$/.test(name))
  return SIGNS.find(([sign]) => entries.some((name) => sign.test(name)))?.[1] ?? []
}

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

interface Sent {
  file: File
  /** The names of its entries; null if it is not a ZIP file, undefined while they are read. */
  names: string[] | null | undefined
}

/** The archive that a person chose, and the names in it. */
function useSentArchive() {
  const [sent, setSent] = useState<Sent | null>(null)
  const take = async (file: File) => {
    setSent({ file, names: undefined })
    const names = await zipNames(file)
    // Another one may have been chosen meanwhile.
    setSent((now) => (now?.file === file ? { file, names } : now))
  }
  return { file: sent?.file ?? null, names: sent?.names, take }
}

/** The target of the labels. */
interface IntoChoice {
  into: ImportAnswer['into']
  /** The base address of the files of new jobs. */
  dataBase: string
  replaces: boolean
}

interface Props {
  value: IntoChoice
  onChange(value: IntoChoice): void
}

function IntoFields({ value, onChange }: Props) {
  const t = useTranslator()
  const change = (part: Partial<IntoChoice>) => onChange({ ...value, ...part })
  return (
    <>
      <Select
        label={t('import.into')}
        data={(['predictions', 'jobs'] as const).map((into) => ({ value: into, label: t(`import.into.${into}`) }))}
        value={value.into}
        onChange={(into) => change({ into: into === 'jobs' ? 'jobs' : 'predictions' })}
        allowDeselect={false}
      />
      {value.into === 'jobs' && (
        <TextInput
          label={t('import.dataBase')}
          description={t('import.dataBaseHint')}
          value={value.dataBase}
          onChange={(event) => change({ dataBase: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label={t('import.replace')}
        checked={value.replaces}
        onChange={(event) => change({ replaces: event.currentTarget.checked })}
      />
    </>
  )
}
