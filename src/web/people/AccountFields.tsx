import { TextInput } from '@mantine/core'
import { useTranslator } from '../messages/useTranslator.tsx'

interface Props {
  value: string
  onChange(value: string): void
}

/** The email that a person signs in with. */
export function EmailField({ value, onChange }: Props) {
  const t = useTranslator()
  return (
    <TextInput
      label={t('people.email')}
      type="email"
      autoComplete="username"
      autoFocus
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A person's own name, as other people see it. */
export function NameField({ value, onChange }: Props) {
  const t = useTranslator()
  return (
    <TextInput
      label={t('common.name')}
      description={t('people.nameHint')}
      autoComplete="name"
      maxLength={256}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
