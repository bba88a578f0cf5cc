import { Button, FileButton, Stack, Text } from '@mantine/core'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslator } from '../../messages/useTranslator.tsx'

interface Props {
  file: File | null
  /** Shown below the name of the file. */
  children?: ReactNode
  onFile(file: File): void
}

/** Takes one archive, dropped or chosen. */
export function DropArea({ file, children, onFile }: Props) {
  const t = useTranslator()
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files.item(0)
    if (dropped) onFile(dropped)
  }
  return (
    <section
      className="drop-area"
      aria-label={t('import.archive')}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack gap="xs" align="center">
        <Text fw={file ? 600 : undefined}>{file ? `${file.name} (${t.bytes(file.size)})` : t('import.drop')}</Text>
        {children}
        <FileButton accept=".zip,application/zip" onChange={(chosen) => chosen && onFile(chosen)}>
          {(props) => (
            <Button {...props} variant="default" size="compact-sm">
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
      </Stack>
    </section>
  )
}
