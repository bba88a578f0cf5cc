import { Group, Text } from '@mantine/core'
import { useTranslator } from '../messages/useTranslator.tsx'
import icon from './icon.svg'

export function Logo({ compact = false }: { compact?: boolean }) {
  const t = useTranslator()
  return (
    <Group gap="xs" wrap="nowrap">
      <img src={icon} alt={compact ? t('common.fiducial') : ''} style={{ width: '1.375rem', height: '1.375rem' }} />
      {!compact && (
        <Text fw={700} size="md" lts="0.01em">
          {t('common.fiducial')}
        </Text>
      )}
    </Group>
  )
}
