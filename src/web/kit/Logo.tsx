import { Group, Text } from '@mantine/core'
import icon from './icon.svg'

export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src={icon} alt={compact ? 'Fiducial' : ''} style={{ width: '1.375rem', height: '1.375rem' }} />
      {!compact && (
        <Text fw={700} size="md" lts="0.01em">
          Fiducial
        </Text>
      )}
    </Group>
  )
}
