import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Secret } from '../kit/Secret.tsx'

export function InviteLink({ email, url, onClose }: { email: string; url: string; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Invitation link" size="lg" closeOnClickOutside={false}>
      <Stack>
        <Text size="sm">Send this link to {email}. It works once, for seven days, and is shown here only now.</Text>
        <Secret label="Link" value={url} />
        <Group justify="end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
