import { Checkbox, Select, TextInput } from '@mantine/core'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { wordFor } from './words.ts'

type Options = Readonly<Record<string, unknown>>

interface Props {
  /** JSON Schema of the format's options: texts, choices of texts, yes or no. Others are for the API alone. */
  schema: object
  value: Options
  onChange(value: Options): void
}

/** A field for each option of a format. */
export function OptionFields({ schema, value, onChange }: Props) {
  const t = useTranslator()
  const without = (name: string) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
  const put = (name: string, text: string | null) => onChange(text ? { ...value, [name]: text } : without(name))
  return propertiesOf(schema).map(({ name, choices, isRequired, isFlag }) =>
    isFlag ? (
      <Checkbox
        key={name}
        label={wordFor(t, 'export.option', name)}
        checked={value[name] === true}
        onChange={(event) => onChange(event.currentTarget.checked ? { ...value, [name]: true } : without(name))}
      />
    ) : choices.length > 0 ? (
      <Select
        key={name}
        label={wordFor(t, 'export.option', name)}
        placeholder={t('export.default')}
        data={choices.map((choice) => ({ value: choice, label: wordFor(t, 'export.choice', choice) }))}
        value={textOf(value[name]) || null}
        onChange={(choice) => put(name, choice)}
        clearable
      />
    ) : (
      <TextInput
        key={name}
        label={wordFor(t, 'export.option', name)}
        required={isRequired}
        value={textOf(value[name])}
        onChange={(event) => put(name, event.currentTarget.value)}
      />
    ),
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

interface Property {
  name: string
  /** Empty for a free text. */
  choices: string[]
  isRequired: boolean
  /** Yes or no. */
  isFlag: boolean
}

interface Schema {
  required?: string[]
  properties?: Readonly<Record<string, { type?: string; anyOf?: { const?: unknown }[] }>>
}

function propertiesOf({ properties = {}, required = [] }: Schema): Property[] {
  return Object.entries(properties).flatMap(([name, { type, anyOf = [] }]): Property[] => {
    const choices = anyOf.flatMap((one) => (typeof one.const === 'string' ? [one.const] : []))
    const isFlag = type === 'boolean'
    const isShown = isFlag || type === 'string' || choices.length > 0
    return isShown ? [{ name, choices, isRequired: required.includes(name), isFlag }] : []
  })
}
