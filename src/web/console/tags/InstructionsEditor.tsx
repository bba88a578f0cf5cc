import { Button, FileButton, Group, Input, Paper, SegmentedControl, Text, Textarea } from '@mantine/core'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { request } from '../../kit/api.ts'
import { Markdown } from '../../kit/markdown/Markdown.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'

interface Props {
  projectId: string
  /** null: the tag was never saved, so its pictures cannot be stored yet. */
  tag: string | null
  value: string
  onChange(change: (before: string) => string): void
}

const PICTURES = 'image/png,image/jpeg,image/webp,image/gif'

/** Instructions as Markdown, with a preview; pictures can be pasted, dropped or chosen. */
export function InstructionsEditor({ projectId, tag, value, onChange }: Props) {
  const t = useTranslator()
  const [shown, setShown] = useState('write')
  const field = useRef<HTMLTextAreaElement>(null)
  const insert = (text: string) => {
    const at = field.current?.selectionEnd ?? null
    onChange((before) => before.slice(0, at ?? before.length) + text + before.slice(at ?? before.length))
  }
  const send = useAction({
    run: (file: File) => sendPicture(projectId, tag ?? '', file),
    onDone: (address, file) => insert(`![${altOf(file)}](${address})`),
  })
  const take = (files: FileList): boolean => {
    const [file] = [...files].filter(({ type }) => type.startsWith('image/'))
    if (!file || tag === null) return false
    send.mutate(file)
    return true
  }
  return (
    <Input.Wrapper label={t('tag.instructions')} description={t('tag.instructionsHint')} labelElement="div">
      <Group justify="space-between" my="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('instructions.view')}
          value={shown}
          onChange={setShown}
          data={[
            { value: 'write', label: t('instructions.write') },
            { value: 'preview', label: t('instructions.preview') },
          ]}
        />
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {t(tag === null ? 'instructions.saveFirst' : 'instructions.pictureHint')}
          </Text>
          <FileButton accept={PICTURES} disabled={tag === null} onChange={(file) => file && send.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                disabled={tag === null || shown === 'preview'}
                loading={send.isPending}
                leftSection={<ImagePlus size="1rem" />}
              >
                {t('instructions.addPicture')}
              </Button>
            )}
          </FileButton>
        </Group>
      </Group>
      {shown === 'preview' ? (
        <Paper withBorder p="sm" mih="5rem">
          <Markdown text={value} />
        </Paper>
      ) : (
        <Textarea
          ref={field}
          aria-label={t('tag.instructions')}
          autosize
          minRows={3}
          maxRows={24}
          value={value}
          onChange={({ currentTarget: { value: written } }) => onChange(() => written)}
          onPaste={(event) => take(event.clipboardData.files) && event.preventDefault()}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => take(event.dataTransfer.files) && event.preventDefault()}
        />
      )}
    </Input.Wrapper>
  )
}

/** Sent without a type: the service looks at the bytes. Answers the address without a host, which may change. */
async function sendPicture(projectId: string, tag: string, file: File): Promise<string> {
  const bytes = new Blob([file], { type: 'application/octet-stream' })
  const { url } = await request('POST /api/v1/projects/:pid/tags/:tag/images', {
    params: { pid: projectId, tag },
    file: bytes,
  })
  return new URL(url).pathname
}

/** The name of the file, without what Markdown would read. */
const altOf = ({ name }: File): string => name.replace(/\.\w+$/, '').replace(/[[\]\\`*_<>]/g, ' ')
