import { MultiSelect, Select, TagsInput } from '@mantine/core'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { type AttributeDraft, possibleParents } from './tagDraft.ts'

interface Props {
  attributes: readonly AttributeDraft[]
  index: number
  onChange(dependency: AttributeDraft['depends_on']): void
}

/** When the attribute is asked for: always, or only where one before it has certain values. */
export function DependencyField({ attributes, index, onChange }: Props) {
  const t = useTranslator()
  const { depends_on: dependency } = attributes[index]
  const parents = possibleParents(attributes, index)
  const parent = parents.find(({ name }) => name === dependency?.attribute)
  if (parents.length === 0) return null
  return (
    <>
      <Select
        label={t('tag.attributes.onlyIf')}
        placeholder={t('tag.attributes.always')}
        w="9rem"
        clearable
        data={parents.map(({ name }) => name)}
        value={parent?.name ?? null}
        onChange={(name) => onChange(name === null ? null : { attribute: name, values: [] })}
      />
      {parent && dependency && (
        <ParentValues
          parent={parent}
          values={dependency.values}
          onChange={(values) => onChange({ attribute: parent.name, values })}
        />
      )}
    </>
  )
}

interface ValuesProps {
  parent: AttributeDraft
  values: readonly (string | number | boolean)[]
  onChange(values: (string | number | boolean)[]): void
}

function ParentValues({ parent, values, onChange }: ValuesProps) {
  const t = useTranslator()
  const common = { label: t('tag.attributes.isOneOf', { name: parent.name }), w: '12rem', value: values.map(String) }
  switch (parent.type) {
    case 'boolean':
      return (
        <MultiSelect
          {...common}
          data={[
            { value: 'true', label: t('tag.yes') },
            { value: 'false', label: t('tag.no') },
          ]}
          onChange={(chosen) => onChange(chosen.map((word) => word === 'true'))}
        />
      )
    case 'number':
      return (
        <TagsInput
          {...common}
          onChange={(typed) => onChange(typed.map(Number).filter((one) => Number.isFinite(one)))}
        />
      )
    case 'text':
      return <TagsInput {...common} onChange={onChange} />
    default:
      return <MultiSelect {...common} data={parent.options} onChange={onChange} />
  }
}
