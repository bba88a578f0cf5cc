import { Checkbox, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { Attribute, AttributeValue } from '../../model/attribute.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { attributeFieldId } from '../workbench/shellContext.ts'

interface Props {
  attribute: Attribute
  value: AttributeValue | undefined
  /** The selected objects do not agree. */
  differs: boolean
  readOnly: boolean
  onChange(value: AttributeValue | null): void
}

/** The control of one attribute by its type. Text and numbers are one step of undo, made when the field is left. */
export function AttributeField({ attribute, value, differs, readOnly, onChange }: Props) {
  const t = useTranslator()
  const { name, type, required, options } = attribute
  const common = {
    id: attributeFieldId(name),
    size: 'xs' as const,
    label: name,
    withAsterisk: required,
    disabled: readOnly,
    placeholder: differs ? t('panel.mixed') : required ? t('problem.MISSING') : undefined,
  }
  switch (type) {
    case 'select':
      return (
        <Select
          {...common}
          data={[...options]}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          clearable={!required}
          searchable={options.length > NUMBERED}
          renderOption={({ option }) => <Numbered label={option.label} number={options.indexOf(option.value) + 1} />}
          onKeyDown={byNumber(options, onChange)}
          {...leaving}
        />
      )
    case 'multiselect':
      return (
        <MultiSelect
          {...common}
          data={[...options]}
          value={Array.isArray(value) ? [...value] : []}
          onChange={(chosen) => onChange(chosen.length === 0 ? null : chosen)}
          {...leaving}
        />
      )
    case 'boolean':
      return <YesNo {...common} isRequired={required} differs={differs} value={value} onChange={onChange} />
    case 'number':
      return <NumberField {...common} value={value} onChange={onChange} />
    case 'text':
      return <TextField {...common} value={value} onChange={onChange} />
  }
}

/** A closed list gives the keys back to the job: class and tool keys work at once. */
export const leaving = {
  onDropdownClose: () => {
    const focused = document.activeElement
    if (focused instanceof HTMLElement) focused.blur()
  },
}

/** Longer lists are searched by typing. */
const NUMBERED = 9

/** In a list of few choices a digit takes one of them. */
function byNumber<Value>(choices: readonly Value[], onChange: (value: Value) => void) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const choice = choices.length <= NUMBERED ? choices[Number(event.key) - 1] : undefined
    if (choice === undefined) return
    event.preventDefault()
    onChange(choice)
    event.currentTarget.blur()
  }
}

const Numbered = ({ label, number }: { label: string; number: number }) => (
  <span>
    {number <= NUMBERED && <kbd className="panel-choice">{number}</kbd>}
    {label}
  </span>
)

interface FieldProps {
  id: string
  size: 'xs'
  label: string
  disabled: boolean
  withAsterisk: boolean
  placeholder: string | undefined
  value: AttributeValue | undefined
  onChange(value: AttributeValue | null): void
}

interface YesNoProps extends FieldProps {
  isRequired: boolean
  differs: boolean
}

/** Where an answer is required, no answer and “no” must not look the same: then two words stand to choose from. */
function YesNo({ isRequired, differs, value, onChange, ...common }: YesNoProps) {
  const t = useTranslator()
  if (!isRequired) {
    const { placeholder: _placeholder, withAsterisk: _asterisk, ...rest } = common
    return (
      <Checkbox
        {...rest}
        checked={value === true}
        indeterminate={differs}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  return (
    <Select
      {...common}
      data={[
        { value: 'yes', label: t('tag.yes') },
        { value: 'no', label: t('tag.no') },
      ]}
      value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
      onChange={(word) => onChange(word === null ? null : word === 'yes')}
      renderOption={({ option }) => <Numbered label={option.label} number={option.value === 'yes' ? 1 : 2} />}
      onKeyDown={byNumber([true, false], onChange)}
      {...leaving}
    />
  )
}

function NumberField({ value, onChange, ...common }: FieldProps) {
  const [draft, setDraft] = useState<number | string>(typeof value === 'number' ? value : '')
  useEffect(() => setDraft(typeof value === 'number' ? value : ''), [value])
  const finish = () => {
    const number = typeof draft === 'number' ? draft : draft === '' ? null : Number(draft)
    if (number !== null && !Number.isFinite(number)) return
    if (number !== (value ?? null)) onChange(number)
  }
  return (
    <NumberInput {...common} hideControls value={draft} onChange={setDraft} onBlur={finish} onKeyDown={leaveOnEnter} />
  )
}

function TextField({ value, onChange, ...common }: FieldProps) {
  const [draft, setDraft] = useState(typeof value === 'string' ? value : '')
  useEffect(() => setDraft(typeof value === 'string' ? value : ''), [value])
  const finish = () => {
    if (draft !== (value ?? '')) onChange(draft === '' ? null : draft)
  }
  return (
    <TextInput
      {...common}
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={leaveOnEnter}
    />
  )
}

const leaveOnEnter = (event: { key: string; currentTarget: HTMLElement }) => {
  if (event.key === 'Enter') event.currentTarget.blur()
}
