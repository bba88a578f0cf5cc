import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { errorMessage } from '../../kit/errorMessage.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { type ChosenFile, droppedFiles, filesOfInput } from './chosenFiles.ts'
import type { Upload } from './useUploads.ts'

/** Rows that are shown; thousands of files would make the page slow. */
const MAX_ROWS = 100

interface Props {
  uploads: readonly Upload[]
  /** They are being sent: the choice stays as it is. */
  isBusy: boolean
  onAdd(files: readonly ChosenFile[]): void
  onClear(): void
}

/** Takes files and folders, dropped or chosen, and shows how far each is. */
export function ChosenFiles({ uploads, isBusy, onAdd, onClear }: Props) {
  const t = useTranslator()
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isBusy) void droppedFiles(event.dataTransfer).then(onAdd)
  }
  const size = uploads.reduce((sum, { file }) => sum + file.size, 0)
  return (
    <section
      className="drop-area"
      aria-label={t('data.drop')}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack gap="xs" align="center">
        <Text>
          {uploads.length === 0 ? t('data.drop') : t('data.chosen', { count: uploads.length, size: t.bytes(size) })}
        </Text>
        <Group gap="xs">
          <FilesButton label={t('data.files')} isFolder={false} isBusy={isBusy} onAdd={onAdd} />
          <FilesButton label={t('data.folder')} isFolder isBusy={isBusy} onAdd={onAdd} />
          {uploads.length > 0 && (
            <Button variant="subtle" size="compact-sm" disabled={isBusy} onClick={onClear}>
              {t('data.clear')}
            </Button>
          )}
        </Group>
        {uploads.length > 0 && <UploadRows uploads={uploads} />}
      </Stack>
    </section>
  )
}

interface ButtonProps {
  label: string
  isFolder: boolean
  isBusy: boolean
  onAdd(files: readonly ChosenFile[]): void
}

function FilesButton({ label, isFolder, isBusy, onAdd }: ButtonProps) {
  const input = useRef<HTMLInputElement | null>(null)
  return (
    <>
      <input
        type="file"
        multiple
        hidden
        aria-label={label}
        ref={(element) => {
          input.current = element
          element?.toggleAttribute('webkitdirectory', isFolder)
        }}
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onAdd(filesOfInput(currentTarget.files))
          // The same files can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button variant="default" size="compact-sm" disabled={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

function UploadRows({ uploads }: { uploads: readonly Upload[] }) {
  const t = useTranslator()
  const done = uploads.filter(({ state }) => state === 'uploaded').length
  const stateOf = ({ state, error }: Upload) =>
    state === 'failed' ? t('data.state.failed', { reason: t.of(errorMessage(error)) }) : t(`data.state.${state}`)
  // Failures come first, wherever they are in a long list.
  const rows = [...uploads].sort((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed'))
  return (
    <>
      <Text size="sm" role="status">
        {t('data.uploaded', { done: t.number(done), total: t.number(uploads.length) })}
      </Text>
      <Table aria-label={t('data.files')} verticalSpacing={2} ta="left">
        <Table.Tbody>
          {rows.slice(0, MAX_ROWS).map((one) => (
            <Table.Tr key={one.name}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{one.name}</Table.Td>
              <Table.Td ta="right" className="numbers">
                {t.bytes(one.file.size)}
              </Table.Td>
              <Table.Td>{stateOf(one)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {uploads.length > MAX_ROWS && <Text size="sm">{t('data.moreFiles', { count: uploads.length - MAX_ROWS })}</Text>}
    </>
  )
}
