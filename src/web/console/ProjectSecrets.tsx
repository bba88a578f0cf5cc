import { Alert } from '@mantine/core'
import { useLocation } from 'wouter'
import type { ProjectCreated } from '../../contract/projects.ts'
import { Secret } from '../kit/Secret.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { ShownOnce } from './ShownOnce.tsx'

/** Key and secret of a new project, shown this once. */
export function ProjectSecrets({ created, onClose }: { created: ProjectCreated; onClose: () => void }) {
  const t = useTranslator()
  const [, go] = useLocation()
  const proceed = () => {
    onClose()
    go(`/projects/${created.project_id}/tags`)
  }
  return (
    <ShownOnce title={t('project.ready')} action={t('console.copiedSecrets')} onClose={proceed}>
      <Alert color="yellow" variant="light" py="xs">
        {t('project.copyBoth')}
      </Alert>
      <Secret label={t('keys.key')} value={created.api_key} hint={t('project.keyHint')} />
      <Secret label={t('callback.secret')} value={created.signing_secret} hint={t('project.secretHint')} />
      <Secret label={t('project.id')} value={created.project_id} />
    </ShownOnce>
  )
}
