import { Select } from '@mantine/core'
import { AUTO_VERBS } from '../../../model/assistants/assistant.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useProjectAssistants } from '../queries.ts'
import type { AskedValue } from './jobAction.ts'

interface Props {
  projectId: string
  onChange(value: AskedValue): void
}

/** Which assistant is asked about the jobs, and what for. */
export function AssistField({ projectId, onChange }: Props) {
  const t = useTranslator()
  const offers = (useProjectAssistants(projectId).data ?? []).flatMap(({ name, verbs }) =>
    AUTO_VERBS.filter((verb) => verbs.includes(verb)).map((verb) => ({ assistant: name, verb })),
  )
  return (
    <Select
      data-autofocus
      label={t('assistants.assistant')}
      description={t('jobs.assistHint')}
      nothingFoundMessage={t('assistants.empty')}
      data={offers.map(({ assistant, verb }, place) => ({
        value: String(place),
        label: t('common.pair', { first: assistant, second: t(`assistants.verb.${verb}`) }),
      }))}
      onChange={(place) => onChange(place === null ? undefined : offers[Number(place)])}
    />
  )
}
