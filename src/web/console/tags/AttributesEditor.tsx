import { Button, Checkbox, Group, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { ATTRIBUTE_TYPES, type AttributeScope, type AttributeType } from '../../../model/attribute.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { DefaultValue } from './DefaultValue.tsx'
import { type AttributeDraft, newAttribute } from './tagDraft.ts'

const TYPE_WORDS: Readonly<Record<AttributeType, string>> = {
  select: 'one of several',
  multiselect: 'some of several',
  number: 'number',
  text: 'text',
  boolean: 'yes or no',
}
const SCOPE_WORDS: Readonly<Record<AttributeScope, string>> = {
  object: 'per object',
  frame: 'per frame',
  job: 'per job',
}

interface Props {
  attributes: readonly AttributeDraft[]
  /** What they may belong to here. */
  scopes: readonly AttributeScope[]
  onChange(attributes: AttributeDraft[]): void
}

export function AttributesEditor({ attributes, scopes, onChange }: Props) {
  return (
    <Stack gap="xs">
      {attributes.map((attribute, index) => (
        <AttributeRow
          key={attribute.key}
          attribute={attribute}
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
          Add attribute
        </Button>
      </Group>
    </Stack>
  )
}

interface RowProps {
  attribute: AttributeDraft
  scopes: readonly AttributeScope[]
  onChange(attribute: AttributeDraft | null): void
}

function AttributeRow({ attribute, scopes, onChange }: RowProps) {
  const change = (part: Partial<AttributeDraft>) => onChange({ ...attribute, ...part })
  const chooses = attribute.type === 'select' || attribute.type === 'multiselect'
  const title = attribute.name || 'the attribute'
  return (
    <Group gap="xs" align="end">
      <TextInput
        label="Attribute"
        w="11rem"
        value={attribute.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label="Answer"
        w="9.5rem"
        data={ATTRIBUTE_TYPES.map((value) => ({ value, label: TYPE_WORDS[value] }))}
        value={attribute.type}
        onChange={(value) => value && change({ type: value as AttributeType, default: null })}
        allowDeselect={false}
      />
      {scopes.length > 1 && (
        <Select
          label="Given"
          w="8rem"
          data={scopes.map((value) => ({ value, label: SCOPE_WORDS[value] }))}
          value={attribute.per}
          onChange={(value) => value && change({ per: value as AttributeScope })}
          allowDeselect={false}
        />
      )}
      {chooses && (
        <TagsInput
          label="Options"
          style={{ flex: 1, minWidth: '14rem' }}
          placeholder={attribute.options.length === 0 ? 'Enter after each' : undefined}
          value={attribute.options}
          onChange={(options) => change({ options })}
          splitChars={[',']}
        />
      )}
      <DefaultValue attribute={attribute} onChange={(value) => change({ default: value })} />
      <Checkbox
        mb={8}
        label="Required"
        checked={attribute.required}
        onChange={(event) => change({ required: event.currentTarget.checked })}
      />
      <Group mb={4}>
        <IconButton label={`Remove ${title}`} icon={Trash2} onClick={() => onChange(null)} />
      </Group>
    </Group>
  )
}
