import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { useLocation } from 'wouter'
import type { ProjectCreated } from '../../client/types/admin.ts'
import { Secret } from '../kit/Secret.tsx'

/** Key and secret of a new project, shown this once. */
export function ProjectSecrets({ created, onClose }: { created: ProjectCreated; onClose: () => void }) {
  const [, go] = useLocation()
  const proceed = () => {
    onClose()
    go(`/projects/${created.project_id}/tags`)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="The project is ready"
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="yellow" variant="light" py="xs">
          Copy both now: they are never shown again.
        </Alert>
        <Secret label="API key" value={created.api_key} hint="Submits and reads jobs, as x-api-key." />
        <Secret label="Signing secret" value={created.signing_secret} hint="Proves that a callback came from here." />
        <Secret label="Project id" value={created.project_id} />
        <Group justify="end">
          <Button onClick={proceed}>I have copied them</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
