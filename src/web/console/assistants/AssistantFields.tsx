import { Group, MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { ShownAssistant } from '../../../contract/assistants.ts'
import { AUTO_VERBS, CARRIERS, CVAT_KINDS, VERBS } from '../../../model/assistants/assistant.ts'
import { oneOf } from '../../kit/oneOf.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { HeaderFields } from '../HeaderFields.tsx'
import { useTags } from '../queries.ts'
import { type AssistantDraft, hasOwnLabels, keepsOrigin } from './assistantDraft.ts'

interface Props {
  projectId: string
  /** null: a new one. */
  shown: ShownAssistant | null
  draft: AssistantDraft
  onChange(draft: AssistantDraft): void
}

/** Where a model is, how it is spoken to, and what it helps with. */
export function AssistantFields({ projectId, shown, draft, onChange }: Props) {
  const t = useTranslator()
  const tags = useTags(projectId)
  const set = (part: Partial<AssistantDraft>) => onChange({ ...draft, ...part })
  const isQueue = draft.carrier === 'queue'
  return (
    <>
      {!shown && (
        <TextInput
          label={t('common.name')}
          description={t('assistants.nameHint')}
          required
          data-autofocus
          maxLength={64}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value.trim().toLowerCase() })}
        />
      )}
      <Select
        label={t('assistants.carrier')}
        description={t(`assistants.carrierHint.${draft.carrier}`)}
        allowDeselect={false}
        data={CARRIERS.map((value) => ({ value, label: t(`assistants.carrier.${value}`) }))}
        value={draft.carrier}
        onChange={(value) => set({ carrier: oneOf(CARRIERS, value) ?? draft.carrier })}
      />
      {isQueue ? (
        <TextInput
          label={t('assistants.version')}
          maxLength={256}
          value={draft.version}
          onChange={(event) => set({ version: event.currentTarget.value })}
        />
      ) : (
        <>
          <TextInput
            label={t('assistants.url')}
            required
            placeholder={t('console.optionalUrl')}
            value={draft.url}
            onChange={(event) => set({ url: event.currentTarget.value.trim() })}
          />
          <HeaderFields
            value={draft.headers}
            isSame={keepsOrigin(draft, shown)}
            onChange={(headers) => set({ headers })}
          />
        </>
      )}
      {draft.carrier === 'cvat' && (
        <Select
          label={t('assistants.kind')}
          allowDeselect={false}
          data={CVAT_KINDS.map((value) => ({ value, label: t(`assistants.kind.${value}`) }))}
          value={draft.kind}
          onChange={(value) => set({ kind: oneOf(CVAT_KINDS, value) ?? draft.kind })}
        />
      )}
      {hasOwnLabels(draft) && (
        <Textarea
          label={t('assistants.map')}
          description={t('assistants.mapHint')}
          autosize
          minRows={2}
          maxRows={8}
          value={draft.map}
          onChange={(event) => set({ map: event.currentTarget.value })}
        />
      )}
      <MultiSelect
        label={t('assistants.verbs')}
        description={isQueue ? undefined : t('assistants.verbsHint')}
        required={isQueue}
        data={VERBS.map((value) => ({ value, label: t(`assistants.verb.${value}`) }))}
        value={draft.verbs}
        onChange={(chosen) => set({ verbs: VERBS.filter((verb) => chosen.includes(verb)) })}
      />
      <MultiSelect
        label={t('console.tags')}
        placeholder={draft.tags.length > 0 ? undefined : t('export.allTags')}
        data={(tags.data ?? []).map(({ tag }) => tag)}
        value={draft.tags}
        onChange={(chosen) => set({ tags: chosen })}
      />
      <Select
        label={t('assistants.auto')}
        description={t('assistants.autoHint')}
        placeholder={t('common.none')}
        clearable
        data={AUTO_VERBS.map((value) => ({ value, label: t(`assistants.verb.${value}`) }))}
        value={draft.auto || null}
        onChange={(value) => set({ auto: oneOf(AUTO_VERBS, value) ?? '' })}
      />
      <Group grow>
        <NumberInput
          label={t('assistants.timeout')}
          min={1}
          max={600}
          allowDecimal={false}
          value={draft.timeoutSeconds}
          onChange={(value) => typeof value === 'number' && set({ timeoutSeconds: value })}
        />
        <NumberInput
          label={t('assistants.inFlight')}
          min={1}
          max={64}
          allowDecimal={false}
          value={draft.maxInFlight}
          onChange={(value) => typeof value === 'number' && set({ maxInFlight: value })}
        />
      </Group>
      <NumberInput
        label={t('assistants.perDay')}
        description={t('assistants.perDayHint')}
        placeholder={t('common.none')}
        min={1}
        max={1_000_000_000}
        allowDecimal={false}
        value={draft.callsPerDay ?? ''}
        onChange={(value) => set({ callsPerDay: typeof value === 'number' ? value : null })}
      />
    </>
  )
}
