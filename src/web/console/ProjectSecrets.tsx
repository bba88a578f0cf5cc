import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { useLocation } from 'wouter'
import type { ProjectCreated } from '../../client/types/admin.ts'
import { Secret } from '../kit/Secret.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'

/** Key and secret of a new project, shown this once. */
export function ProjectSecrets({ created, onClose }: { created: ProjectCreated; onClose: () => void }) {
  const t = useTranslator()
  const [, go] = useLocation()
  const proceed = () => {
    onClose()
    go(`/projects/${created.project_id}/tags`)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('project.ready')}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="yellow" variant="light" py="xs">
          {t('project.copyBoth')}
        </Alert>
        <Secret label={t('keys.key')} value={created.api_key} hint={t('project.keyHint')} />
        <Secret label={t('callback.secret')} value={created.signing_secret} hint={t('project.secretHint')} />
        <Secret label={t('project.id')} value={created.project_id} />
        <Group justify="end">
          <Button onClick={proceed}>{t('console.copiedSecrets')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
