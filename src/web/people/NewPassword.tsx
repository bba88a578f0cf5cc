import { PasswordInput } from '@mantine/core'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../model/people/password.ts'
import { useTranslator } from '../messages/useTranslator.tsx'

interface Props {
  label?: string
  value: string
  onChange(value: string): void
}

export const isLongEnough = (password: string): boolean => password.length >= MIN_PASSWORD_LENGTH

/** A password being chosen; it can be looked at, which is why it is asked for once only. */
export function NewPassword({ label, value, onChange }: Props) {
  const t = useTranslator()
  return (
    <PasswordInput
      label={label ?? t('people.password')}
      description={t('people.passwordRule', { count: MIN_PASSWORD_LENGTH })}
      error={
        value === '' || isLongEnough(value)
          ? undefined
          : t('people.passwordProgress', { length: value.length, count: MIN_PASSWORD_LENGTH })
      }
      autoComplete="new-password"
      required
      minLength={MIN_PASSWORD_LENGTH}
      maxLength={MAX_PASSWORD_LENGTH}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
