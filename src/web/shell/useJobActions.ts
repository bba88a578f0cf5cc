import { useLocation } from 'wouter'
import { request } from '../kit/api.ts'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { QUEUE } from '../queue/queueKey.ts'
import { useShell } from '../workbench/shellContext.ts'

/** Taking a job and giving it back, from within the workbench. */
export function useJobActions() {
  const t = useTranslator()
  const { session, reopen } = useShell()
  const [, go] = useLocation()
  const params = { jid: session.job.job.jobId }
  const changes = [QUEUE]
  const claim = useAction({
    run: () => request('POST /api/jobs/:jid/claim', { params }),
    onDone: reopen,
    changes,
  })
  const takeOver = useAction({
    run: () => request('POST /api/jobs/:jid/take-over', { params }),
    onDone: reopen,
    changes,
  })
  const release = useAction({
    run: async () => {
      await session.flush()
      return request('POST /api/jobs/:jid/release', { params })
    },
    onDone: () => go('/queue'),
    done: t('shell.released'),
    changes,
  })
  return { claim, takeOver, release }
}
