import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { type AskedAssignee, AssignFields, assignValue, NOT_ASSIGNED } from './AssignFields.tsx'
import { AssistField } from './AssistField.tsx'
import type { AskedValue, BulkAction } from './jobAction.ts'
import { ReopenReason } from './ReopenReason.tsx'

export const asksValue = (action: BulkAction): boolean =>
  action === 'priority' || action === 'assign' || action === 'assist' || action === 'reopen'

interface Props {
  projectId: string
  action: BulkAction
  /** undefined: it is not whole. */
  onChange(value: AskedValue): void
}

/** The input of an action besides its jobs. */
export function ActionFields({ projectId, action, onChange }: Props) {
  const t = useTranslator()
  const [assignee, setAssignee] = useState<AskedAssignee>(NOT_ASSIGNED)
  if (action === 'assist') return <AssistField projectId={projectId} onChange={onChange} />
  if (action === 'assign') {
    const change = (next: AskedAssignee) => {
      setAssignee(next)
      onChange(assignValue(next))
    }
    return <AssignFields projectId={projectId} value={assignee} onChange={change} />
  }
  if (action === 'reopen') return <ReopenReason onChange={(reason) => onChange({ reason })} />
  return (
    <NumberInput
      data-autofocus
      label={t('job.priority')}
      description={t('job.priorityHint')}
      min={1}
      max={10}
      allowDecimal={false}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  )
}
