import { MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import type { AttributeValue } from '../../../model/attribute.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { AttributeDraft } from './tagDraft.ts'

interface Props {
  attribute: AttributeDraft
  onChange(value: AttributeValue | null): void
}

/** The initial value; empty: no answer. */
export function DefaultValue({ attribute, onChange }: Props) {
  const t = useTranslator()
  const { type, options, default: value } = attribute
  const common = { label: t('tag.default'), w: '9rem' }
  switch (type) {
    case 'select':
      return (
        <Select
          {...common}
          placeholder={t('tag.noDefault')}
          clearable
          data={options}
          value={typeof value === 'string' && options.includes(value) ? value : null}
          onChange={onChange}
        />
      )
    case 'multiselect':
      return (
        <MultiSelect
          {...common}
          data={options}
          value={Array.isArray(value) ? value.filter((one) => options.includes(one)) : []}
          onChange={(chosen) => onChange(chosen.length === 0 ? null : chosen)}
        />
      )
    case 'boolean':
      return (
        <Select
          {...common}
          placeholder={t('tag.noDefault')}
          clearable
          data={[
            { value: 'yes', label: t('tag.yes') },
            { value: 'no', label: t('tag.no') },
          ]}
          value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
          onChange={(word) => onChange(word === null ? null : word === 'yes')}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...common}
          hideControls
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      )
    case 'text':
      return (
        <TextInput
          {...common}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      )
  }
}
