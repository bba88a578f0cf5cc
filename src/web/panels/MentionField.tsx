import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useRef, useState } from 'react'
import { request } from '../kit/api.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { mentionBefore, type TypedMention, withMention } from './mentions.ts'

interface Props extends Omit<TextareaProps, 'value' | 'onChange'> {
  jobId: string
  value: string
  onChange(text: string): void
  ref?: Ref<HTMLTextAreaElement>
}

const NONE: { userId: string; mention: string }[] = []

/** A text in which people are named: `@` offers those of the project. */
export function MentionField({ jobId, value, onChange, ref, ...rest }: Props) {
  const t = useTranslator()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState<TypedMention | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const caretAfter = useRef<number | null>(null)
  const found = useQuery({
    queryKey: ['mentionable', jobId, typed?.query],
    queryFn: ({ signal }) =>
      request('GET /api/jobs/:jid/people', { params: { jid: jobId }, query: { q: typed?.query }, signal }),
    enabled: typed !== null,
    placeholderData: keepPreviousData,
  })
  const people = (typed && found.data?.people) || NONE
  const isOpen = people.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new list
  useEffect(() => {
    if (isOpen) {
      combobox.openDropdown()
      combobox.selectFirstOption()
    } else combobox.closeDropdown()
  }, [isOpen, people])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the text that was put in is there
  useEffect(() => {
    if (caretAfter.current === null) return
    field.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = null
  }, [value])
  const choose = (mention: string) => {
    if (!typed) return
    const made = withMention(value, field.current?.selectionStart ?? value.length, typed, mention)
    caretAfter.current = made.caret
    setTyped(null)
    onChange(made.text)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" withinPortal>
      <Combobox.Target withKeyboardNavigation={isOpen}>
        <Textarea
          {...rest}
          ref={(element) => {
            field.current = element
            if (typeof ref === 'function') ref(element)
            else if (ref) ref.current = element
          }}
          value={value}
          onChange={(event) => {
            const { value: text, selectionStart } = event.currentTarget
            setTyped(mentionBefore(text, selectionStart))
            onChange(text)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isOpen) return
            event.stopPropagation()
            setTyped(null)
          }}
          onBlur={() => setTyped(null)}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label={t('issue.people')}>
          {people.map(({ userId, mention }) => (
            <Combobox.Option key={userId} value={mention}>
              {mention}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
