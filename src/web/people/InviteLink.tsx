import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Secret } from '../kit/Secret.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'

export function InviteLink({ email, url, onClose }: { email: string; url: string; onClose: () => void }) {
  const t = useTranslator()
  return (
    <Modal opened onClose={onClose} title={t('people.inviteLink.title')} size="lg" closeOnClickOutside={false}>
      <Stack>
        <Text size="sm">{t('people.inviteLink.hint', { email })}</Text>
        <Secret label={t('people.inviteLink.link')} value={url} />
        <Group justify="end">
          <Button onClick={onClose}>{t('common.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
