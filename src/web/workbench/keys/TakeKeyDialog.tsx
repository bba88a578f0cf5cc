import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { Command } from './keymap.ts'
import { useKeymap } from './useKeymap.ts'

/** A key that a command should get while another has it. */
export interface TakenKey {
  chord: string
  command: Command
  holder: Command
  /** All keys of the command with this one. */
  wanted: readonly string[]
}

/** Asks before a command loses its key. */
export function TakeKeyDialog({ taken, onClose }: { taken: TakenKey; onClose: () => void }) {
  const t = useTranslator()
  const keymap = useKeymap()
  const { chord, command, holder, wanted } = taken
  const take = () => {
    keymap.setKeys(command.id, wanted)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.takeTitle', { key: chord })}
      size="sm"
      transitionProps={{ duration: 0 }}
    >
      {/* The window itself is always a plain dialog. */}
      <Stack role="alertdialog" aria-label={t('keys.takeTitle', { key: chord })}>
        <Text size="sm">
          {t('keys.takeHint', { key: chord, holder: t.of(holder.label), command: t.of(command.label) })}
        </Text>
        <Group justify="end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('keys.keep')}
          </Button>
          <Button onClick={take}>{t('keys.take')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
