import { TextInput } from '@mantine/core'

interface Props {
  label: string
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onChange(value: string): void
}

/** A day, by the browser's own calendar. */
export const DateField = ({ label, value, onChange }: Props) => (
  <TextInput type="date" label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
)
