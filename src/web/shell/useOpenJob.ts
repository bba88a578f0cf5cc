import { notifications } from '@mantine/notifications'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslator } from '../messages/useTranslator.tsx'
import type { Progress } from '../workbench/loadBytes.ts'
import { type JobSource, type OpenJob, openJob } from './openJob.ts'

export type Opening =
  | { state: 'loading'; progress: Progress }
  | { state: 'failed'; error: unknown }
  | { state: 'open'; job: OpenJob }

const NOTHING_YET: Opening = { state: 'loading', progress: { loadedBytes: 0, totalBytes: null } }

/** Opens the job, and again when `reopen` is called: after it was claimed, or when the work continued elsewhere. */
export function useOpenJob(source: JobSource): { opening: Opening; reopen: () => void } {
  const [opening, setOpening] = useState<Opening>(NOTHING_YET)
  const [attempt, setAttempt] = useState(0)
  // The page of the job may be closed by that time, so its author learns this way that the last changes came too late.
  const t = useTranslator()
  const tellLate = useRef((_referenceId: string) => {})
  tellLate.current = (referenceId) =>
    notifications.show({ message: t('drafts.keptOf', { referenceId }), color: 'yellow', autoClose: 15_000 })
  const sourceText = JSON.stringify(source)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the same job again.
  useEffect(() => {
    const controller = new AbortController()
    let opened: OpenJob | null = null
    setOpening(NOTHING_YET)
    const onProgress = (progress: Progress) => {
      if (!controller.signal.aborted) setOpening({ state: 'loading', progress })
    }
    // Anything that reaches the service later changes the document that the steps lead to.
    const keepUndo = () => {
      const { session, undo } = opened ?? {}
      opened?.leave()
      if (!session || !undo) return
      undo.write(session)
      session.subscribe(() => undo.write(session))
    }
    addEventListener('pagehide', keepUndo)
    const asked: JobSource = JSON.parse(sourceText)
    openJob(asked, onProgress, controller.signal).then(
      (job) => {
        opened = job
        setOpening({ state: 'open', job })
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setOpening({ state: 'failed', error })
      },
    )
    return () => {
      controller.abort()
      removeEventListener('pagehide', keepUndo)
      // Work that no longer arrives is stored on this computer and sent when the job is opened again.
      const { session, window, undo } = opened ?? {}
      session?.flush().finally(() => {
        const { kind } = session.saveState
        if (kind === 'conflict' || kind === 'lease_lost') tellLate.current(session.job.job.referenceId)
        undo?.write(session)
        session.dispose()
        window?.leave()
      })
    }
  }, [sourceText, attempt])
  return { opening, reopen: useCallback(() => setAttempt((count) => count + 1), []) }
}
