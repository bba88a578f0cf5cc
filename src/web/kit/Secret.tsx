import { ActionIcon, CopyButton, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useTranslator } from '../messages/useTranslator.tsx'

/** A value that is shown this once, to be copied. */
export function Secret({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const t = useTranslator()
  return (
    <Stack gap={4}>
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          label={label}
          value={value}
          readOnly
          style={{ flex: 1 }}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? t('common.copied') : t('common.copy')}>
              <ActionIcon size="lg" variant="default" onClick={copy} aria-label={t('common.copyOf', { what: label })}>
                {copied ? <Check size="1rem" /> : <Copy size="1rem" />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </Group>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </Stack>
  )
}
