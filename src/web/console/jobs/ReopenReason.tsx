import { Textarea } from '@mantine/core'
import { useTranslator } from '../../messages/useTranslator.tsx'

/** Why completed work is to be done again: people see it over the view. */
export function ReopenReason({ onChange }: { onChange(reason: string): void }) {
  const t = useTranslator()
  return (
    <Textarea
      label={t('job.reopenReason')}
      data-autofocus
      autosize
      minRows={2}
      maxLength={2000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
