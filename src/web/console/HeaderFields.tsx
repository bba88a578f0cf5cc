import { ActionIcon, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useTranslator } from '../messages/useTranslator.tsx'

export interface Header {
  name: string
  /** Empty: an existing value stays unchanged. */
  value: string
  isKept: boolean
}

/** Replaces a secret to keep its stored value. */
export const KEPT = { set: true } as const

/** Headers as they are shown, without their values; one empty row if there are none. */
export function headersOf(shown: unknown, first = 'Authorization'): Header[] {
  const names = Object.keys(shown ?? {})
  return names.length > 0
    ? names.map((name) => ({ name, value: '', isKept: true }))
    : [{ name: first, value: '', isKept: false }]
}

const isNamed = ({ name }: Header): boolean => name.trim() !== ''

/** Whether each header that has a name has a value, or keeps the one it had. */
export const areWhole = (headers: readonly Header[], mayKeep: boolean): boolean =>
  headers.filter(isNamed).every(({ value, isKept }) => value !== '' || (isKept && mayKeep))

export const sentHeaders = (headers: readonly Header[]) =>
  Object.fromEntries(headers.filter(isNamed).map(({ name, value }) => [name.trim(), value || KEPT]))

interface Props {
  value: readonly Header[]
  isSame: boolean
  onChange(value: Header[]): void
}

/** Names and values of headers; values that are set are not shown. */
export function HeaderFields({ value, isSame, onChange }: Props) {
  const t = useTranslator()
  const change = (index: number, part: Partial<Header>) =>
    onChange(value.map((header, i) => (i === index ? { ...header, ...part } : header)))
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t('access.headers')}
      </Text>
      {value.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that stays while they are typed
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t('access.headerName')}
            placeholder={t('common.name')}
            value={header.name}
            onChange={(event) => change(index, { name: event.currentTarget.value, isKept: false })}
          />
          <PasswordInput
            aria-label={t('access.headerValue', { header: header.name || t('access.thisHeader') })}
            placeholder={header.isKept && isSame ? t('access.unchanged') : t('access.value')}
            autoComplete="off"
            style={{ flex: 1 }}
            value={header.value}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('common.removeNamed', { name: header.name || t('access.thisHeader') })}
            onClick={() => onChange(value.filter((_, i) => i !== index))}
          >
            <X size="1rem" />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onChange([...value, { name: '', value: '', isKept: false }])}
        >
          {t('access.addHeader')}
        </Button>
      </Group>
    </Stack>
  )
}
