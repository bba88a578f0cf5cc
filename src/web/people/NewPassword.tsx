import { PasswordInput } from '@mantine/core'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../model/people/password.ts'

interface Props {
  label?: string
  value: string
  onChange(value: string): void
}

export const isLongEnough = (password: string): boolean => password.length >= MIN_PASSWORD_LENGTH

/** A password being chosen; it can be looked at, which is why it is asked for once only. */
export function NewPassword({ label = 'Password', value, onChange }: Props) {
  return (
    <PasswordInput
      label={label}
      description={`At least ${MIN_PASSWORD_LENGTH} characters, not a common password`}
      error={value !== '' && !isLongEnough(value) ? `At least ${MIN_PASSWORD_LENGTH} characters are needed` : undefined}
      autoComplete="new-password"
      required
      minLength={MIN_PASSWORD_LENGTH}
      maxLength={MAX_PASSWORD_LENGTH}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
