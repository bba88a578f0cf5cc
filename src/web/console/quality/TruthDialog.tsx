import { FileInput, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { GoldJobRow } from '../../../contract/gold.ts'
import { request } from '../../kit/api.ts'
import { DialogForm } from '../../kit/DialogForm.tsx'
import { MessageError } from '../../kit/messageError.ts'
import { oneOf } from '../../kit/oneOf.ts'
import { useAction } from '../../kit/useAction.ts'
import { msg } from '../../messages/message.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { goldKey } from './goldQueries.ts'

interface Props {
  projectId: string
  job: Pick<GoldJobRow, 'job_id' | 'reference_id'>
  /** Whether the job already has ground truth, which this corrects. */
  isGold: boolean
  onClose(): void
}

const SOURCES = ['result', 'file'] as const

/** Makes a job gold, or corrects its ground truth, from its current result or a document. All scores are updated. */
export function TruthDialog({ projectId, job, isGold, onClose }: Props) {
  const t = useTranslator()
  const [source, setSource] = useState<(typeof SOURCES)[number]>('result')
  const [file, setFile] = useState<File | null>(null)
  const save = useAction({
    run: async () => {
      const body = source === 'result' || !file ? { from: 'result' as const } : { data: dataOf(await file.text()) }
      await request('PUT /api/v1/projects/:pid/jobs/:jid/gold', { params: { pid: projectId, jid: job.job_id }, body })
    },
    changes: [goldKey(projectId), ['project', projectId, 'quality']],
    done: t(isGold ? 'gold.corrected' : 'gold.used'),
    onDone: onClose,
    quiet: true,
  })
  return (
    <DialogForm
      title={isGold ? t('gold.correctTitle', { name: job.reference_id }) : t('gold.useTitle')}
      action={t(isGold ? 'gold.correctDo' : 'gold.useDo')}
      isReady={source === 'result' || file !== null}
      isPending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t(isGold ? 'gold.correctHint' : 'gold.useHint')}</Text>
      <Radio.Group
        label={t('gold.truth')}
        value={source}
        onChange={(value) => setSource(oneOf(SOURCES, value) ?? 'result')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="result" label={t('gold.fromResult')} description={t('gold.fromResultHint')} />
          <Radio value="file" label={t('gold.fromFile')} description={t('gold.fromFileHint')} />
        </Stack>
      </Radio.Group>
      {source === 'file' && (
        <FileInput
          label={t('gold.file')}
          placeholder={t('gold.chooseFile')}
          accept="application/json,.json"
          required
          value={file}
          onChange={setFile}
        />
      )}
    </DialogForm>
  )
}

/** `data` of a result document, or the whole file if it has no such member. @throws unless it is a JSON object */
function dataOf(text: string): object {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new MessageError(msg('gold.noJson'), String(error))
  }
  if (typeof content !== 'object' || content === null) throw new MessageError(msg('gold.noJson'), 'not an object')
  return 'data' in content && typeof content.data === 'object' && content.data !== null ? content.data : content
}
