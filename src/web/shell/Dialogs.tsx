import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { withTexts } from '../messages/catalogue.ts'
import { SkipDialog } from '../queue/SkipDialog.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { ClassPicker } from './ClassPicker.tsx'
import { InstructionsDialog } from './InstructionsDialog.tsx'
import { LostDialog } from './LostDialog.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { SubmitDialog } from './SubmitDialog.tsx'
import { WorkbenchSearch } from './WorkbenchSearch.tsx'

// Dialogs that few people open, or that need the service, are loaded when they open.
const AboutViewDialog = lazy(async () => ({
  default: (await withTexts(['dialogs'], import('./AboutViewDialog.tsx'))).AboutViewDialog,
}))
const DraftsDialog = lazy(async () => ({
  default: (await withTexts(['dialogs'], import('./DraftsDialog.tsx'))).DraftsDialog,
}))
const KeysDialog = lazy(async () => ({
  default: (await withTexts(['dialogs'], import('../workbench/keys/KeysDialog.tsx'))).KeysDialog,
}))

/** The open dialog, if any. One about lost work takes precedence. */
export function Dialogs() {
  const { session, dialog, setDialog } = useShell()
  const [, go] = useLocation()
  const close = () => setDialog(null)
  const { jobId, referenceId } = session.job.job
  return (
    <>
      <LostDialog />
      {dialog?.kind === 'search' && <WorkbenchSearch onClose={close} />}
      {dialog?.kind === 'class' && <ClassPicker onClose={close} />}
      {dialog?.kind === 'instructions' && <InstructionsDialog onClose={close} />}
      <SubmitDialog />
      {dialog?.kind === 'reject' && <RejectDialog onClose={close} />}
      <Suspense>
        {dialog?.kind === 'aboutView' && <AboutViewDialog onClose={close} />}
        {dialog?.kind === 'drafts' && <DraftsDialog onClose={close} />}
        {dialog?.kind === 'keys' && <KeysDialog annotationType={session.document.annotationType} onClose={close} />}
      </Suspense>
      {dialog?.kind === 'skip' && (
        <SkipDialog jobId={jobId} referenceId={referenceId} onClose={close} onSkipped={() => go('/queue')} />
      )}
    </>
  )
}
