import { Anchor, Select, Stack, Text } from '@mantine/core'
import type { FormatRow } from '../../../contract/exports.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { wordFor } from './words.ts'

interface Props {
  formats: readonly FormatRow[]
  value: string | null
  /** Shown below the description. */
  error?: string
  onChange(format: string | null): void
}

/** Selects a format by its purpose, with a sentence about what it keeps and what it loses. */
export function FormatField({ formats, value, error, onChange }: Props) {
  const t = useTranslator()
  const chosen = formats.find(({ format }) => format === value)
  const kindsOf = ({ operations }: FormatRow) => t.list(operations.map((one) => wordFor(t, 'exchange.operation', one)))
  const groups = Map.groupBy(formats, kindsOf)
  return (
    <Stack gap={4}>
      <Select
        label={t('exchange.format')}
        data={[...groups].map(([group, items]) => ({
          group,
          items: items.map(({ format, title }) => ({ value: format, label: title })),
        }))}
        value={value}
        onChange={onChange}
        error={error}
        searchable
        required
        allowDeselect={false}
        maxDropdownHeight={320}
      />
      {chosen && (
        <Text size="sm" c="dimmed">
          {wordFor(t, 'format', chosen.format)}{' '}
          {/^https?:/.test(chosen.spec_url) && (
            <Anchor href={chosen.spec_url} target="_blank" rel="noreferrer" size="sm">
              {t('exchange.specification')}
            </Anchor>
          )}
        </Text>
      )}
    </Stack>
  )
}
