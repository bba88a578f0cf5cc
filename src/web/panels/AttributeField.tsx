import { Checkbox, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Attribute, AttributeValue } from '../../model/attribute.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { NUMBERED_CHOICES } from '../workbench/attributes/attributeFocus.ts'
import { attributeFieldId } from '../workbench/shellContext.ts'
import { leaveField, useFieldFocus } from './useFieldFocus.ts'

interface Props {
  attribute: Attribute
  value: AttributeValue | undefined
  /** The selected objects do not agree. */
  differs: boolean
  readOnly: boolean
  /** What the value belongs to: with another one a new visit begins. */
  subject: string
  onChange(value: AttributeValue | null, visit?: object): void
}

/** The control of one attribute by its type. Each key in a text or number is saved; a visit is one step of undo. */
export function AttributeField({ attribute, value, differs, readOnly, subject, onChange }: Props) {
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
      return <Choice {...common} name={name} required={required} options={options} value={value} onChange={onChange} />
    case 'multiselect':
      return <Choices {...common} name={name} options={options} value={value} onChange={onChange} />
    case 'boolean':
      return <YesNo {...common} name={name} isRequired={required} differs={differs} value={value} onChange={onChange} />
    case 'number':
      return <NumberField {...common} name={name} value={value} subject={subject} onChange={onChange} />
    case 'text':
      return <TextField {...common} name={name} value={value} subject={subject} onChange={onChange} />
  }
}

const Numbered = ({ label, number }: { label: string; number: number }) => (
  <span>
    {number <= NUMBERED_CHOICES && <kbd className="panel-choice">{number}</kbd>}
    {label}
  </span>
)

interface FieldProps {
  id: string
  name: string
  size: 'xs'
  label: string
  disabled: boolean
  withAsterisk: boolean
  placeholder: string | undefined
  value: AttributeValue | undefined
  onChange(value: AttributeValue | null, visit?: object): void
}

interface ChoiceProps extends FieldProps {
  required: boolean
  options: readonly string[]
}

/** Choosing the chosen value keeps it; only the cross and Backspace clear it. */
function Choice({ name, required, options, value, onChange, ...common }: ChoiceProps) {
  const list = useChoiceList(name)
  return (
    <Select
      {...common}
      {...list.props}
      data={[...options]}
      value={typeof value === 'string' ? value : null}
      onChange={(chosen) => onChange(chosen)}
      allowDeselect={false}
      clearable={!required}
      searchable={options.length > NUMBERED_CHOICES}
      renderOption={({ option }) => <Numbered label={option.label} number={options.indexOf(option.value) + 1} />}
      onKeyDown={(event) => {
        if (event.key === 'Backspace' && event.currentTarget.readOnly) onChange(null)
      }}
    />
  )
}

function Choices({ name, options, value, onChange, ...common }: Omit<ChoiceProps, 'required'>) {
  const list = useChoiceList(name)
  return (
    <MultiSelect
      {...common}
      {...list.props}
      data={[...options]}
      value={Array.isArray(value) ? [...value] : []}
      onChange={(chosen) => onChange(chosen.length === 0 ? null : chosen)}
      renderOption={({ option }) => <Numbered label={option.label} number={options.indexOf(option.value) + 1} />}
    />
  )
}

interface YesNoProps extends FieldProps {
  isRequired: boolean
  differs: boolean
}

/** If an answer is required, no answer and “no” must look different: then there are two words to choose from. */
function YesNo(props: YesNoProps) {
  return props.isRequired ? <YesOrNo {...props} /> : <Yes {...props} />
}

function Yes({ id, name, size, label, disabled, differs, value, onChange }: YesNoProps) {
  const focus = useFieldFocus(name)
  return (
    <Checkbox
      id={id}
      size={size}
      label={label}
      disabled={disabled}
      {...focus}
      checked={value === true}
      indeterminate={differs}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function YesOrNo({ name, isRequired: _isRequired, differs: _differs, value, onChange, ...common }: YesNoProps) {
  const t = useTranslator()
  const list = useChoiceList(name)
  return (
    <Select
      {...common}
      {...list.props}
      data={[
        { value: 'yes', label: t('tag.yes') },
        { value: 'no', label: t('tag.no') },
      ]}
      value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
      allowDeselect={false}
      onChange={(word) => onChange(word === null ? null : word === 'yes')}
      renderOption={({ option }) => <Numbered label={option.label} number={option.value === 'yes' ? 1 : 2} />}
    />
  )
}

interface TypedProps extends FieldProps {
  subject: string
}

/** What a person types while the field has the focus, for one subject, is one step of undo. */
function useVisit(name: string, subject: string) {
  const visit = useRef({})
  const focus = useFieldFocus(name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject begins another visit
  useEffect(() => {
    visit.current = {}
  }, [subject])
  return {
    visit,
    focus: {
      ...focus,
      onFocus: () => {
        visit.current = {}
        focus.onFocus()
      },
    },
  }
}

function NumberField({ name, value, subject, onChange, ...common }: TypedProps) {
  const { visit, focus } = useVisit(name, subject)
  const [draft, setDraft] = useState<number | string>(typeof value === 'number' ? value : '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is being typed, such as `1.`, means the value already
  useEffect(() => {
    if (numberOf(draft) !== (value ?? null)) setDraft(typeof value === 'number' ? value : '')
  }, [value, subject])
  const type = (typed: number | string) => {
    setDraft(typed)
    const number = numberOf(typed)
    if (number !== undefined && number !== (value ?? null)) onChange(number, visit.current)
  }
  return <NumberInput {...common} {...focus} hideControls value={draft} onChange={type} onKeyDown={leaveOnEnter} />
}

/** null: not a number; undefined: incomplete, such as a single minus. */
function numberOf(typed: number | string): number | null | undefined {
  if (typed === '') return null
  const number = Number(typed)
  return Number.isFinite(number) ? number : undefined
}

function TextField({ name, value, subject, onChange, ...common }: TypedProps) {
  const { visit, focus } = useVisit(name, subject)
  return (
    <TextInput
      {...common}
      {...focus}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget: { value: typed } }) => onChange(typed === '' ? null : typed, visit.current)}
      onKeyDown={leaveOnEnter}
    />
  )
}

const leaveOnEnter = (event: { key: string; currentTarget: HTMLElement }) => {
  if (event.key === 'Enter') event.currentTarget.blur()
}

/** A list of choices that opens when keys reach its field, so that digits are not blind. */
function useChoiceList(name: string) {
  const [isOpen, setOpen] = useState(false)
  const isByFocus = useRef(false)
  const isPressed = useRef(false)
  const open = () => {
    isByFocus.current = true
    setOpen(true)
  }
  const focus = useFieldFocus(name, open)
  return {
    props: {
      ...focus,
      dropdownOpened: isOpen,
      onDropdownOpen: () => setOpen(true),
      onDropdownClose: () => {
        // The press that reaches for a list which has opened by itself does not close it.
        const isReached = isByFocus.current && isPressed.current
        isByFocus.current = false
        isPressed.current = false
        if (isReached) return
        setOpen(false)
        leaveField(attributeFieldId(name))
      },
      onMouseDown: () => {
        isPressed.current = true
      },
      // Heard after the list has opened or closed by the press.
      onClick: () => {
        isPressed.current = false
      },
      onKeyUp: ({ key }: { key: string }) => key === 'Tab' && open(),
    },
  }
}
