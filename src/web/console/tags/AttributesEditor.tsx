import { Button, Checkbox, Group, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { ATTRIBUTE_TYPES, type AttributeScope, type AttributeType } from '../../../model/attribute.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { DefaultValue } from './DefaultValue.tsx'
import { DependencyField } from './DependencyField.tsx'
import { type AttributeDraft, newAttribute } from './tagDraft.ts'

const TYPE_LABELS = {
  select: 'tag.attributes.one',
  multiselect: 'tag.attributes.some',
  number: 'tag.attributes.number',
  text: 'tag.attributes.text',
  boolean: 'tag.attributes.yesNo',
} as const satisfies Record<AttributeType, string>
const SCOPE_LABELS = {
  object: 'tag.attributes.perObject',
  frame: 'tag.attributes.perFrame',
  job: 'tag.attributes.perJob',
} as const satisfies Record<AttributeScope, string>

interface Props {
  attributes: readonly AttributeDraft[]
  /** The allowed scopes of the attributes. */
  scopes: readonly AttributeScope[]
  onChange(attributes: AttributeDraft[]): void
}

export function AttributesEditor({ attributes, scopes, onChange }: Props) {
  const t = useTranslator()
  return (
    <Stack gap="xs">
      {attributes.map((attribute, index) => (
        <AttributeRow
          key={attribute.key}
          attributes={attributes}
          index={index}
          scopes={scopes}
          onChange={(next) => onChange(next ? attributes.with(index, next) : attributes.toSpliced(index, 1))}
        />
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size="0.875rem" />}
          onClick={() => onChange([...attributes, newAttribute(scopes[0])])}
        >
          {t('tag.attributes.add')}
        </Button>
      </Group>
    </Stack>
  )
}

interface RowProps {
  attributes: readonly AttributeDraft[]
  index: number
  scopes: readonly AttributeScope[]
  onChange(attribute: AttributeDraft | null): void
}

function AttributeRow({ attributes, index, scopes, onChange }: RowProps) {
  const t = useTranslator()
  const attribute = attributes[index]
  const change = (part: Partial<AttributeDraft>) => onChange({ ...attribute, ...part })
  const chooses = attribute.type === 'select' || attribute.type === 'multiselect'
  const title = attribute.name || t('tag.attributes.untitled')
  return (
    <Group gap="xs" align="end">
      <TextInput
        label={t('tag.attributes.name')}
        w="11rem"
        value={attribute.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label={t('tag.attributes.type')}
        w="9.5rem"
        data={ATTRIBUTE_TYPES.map((value) => ({ value, label: t(TYPE_LABELS[value]) }))}
        value={attribute.type}
        onChange={(value) => value && change({ type: value, default: null })}
        allowDeselect={false}
      />
      {scopes.length > 1 && (
        <Select
          label={t('tag.attributes.scope')}
          w="8rem"
          data={scopes.map((value) => ({ value, label: t(SCOPE_LABELS[value]) }))}
          value={attribute.per}
          onChange={(value) => value && change({ per: value })}
          allowDeselect={false}
        />
      )}
      {chooses && (
        <TagsInput
          label={t('tag.attributes.options')}
          style={{ flex: 1, minWidth: '14rem' }}
          placeholder={attribute.options.length === 0 ? t('tag.attributes.optionsHint') : undefined}
          value={attribute.options}
          onChange={(options) => change({ options })}
          splitChars={[',']}
        />
      )}
      <DependencyField
        attributes={attributes}
        index={index}
        onChange={(dependency) => change({ depends_on: dependency })}
      />
      <DefaultValue attribute={attribute} onChange={(value) => change({ default: value })} />
      <Checkbox
        mb={8}
        label={t('tag.attributes.required')}
        checked={attribute.required}
        onChange={(event) => change({ required: event.currentTarget.checked })}
      />
      <Group mb={4}>
        <IconButton label={t('common.removeNamed', { name: title })} icon={Trash2} onClick={() => onChange(null)} />
      </Group>
    </Group>
  )
}
