import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '../../kit/api.ts'
import { useAction } from '../../kit/useAction.ts'
import { keys } from '../queries.ts'
import { type AskedValue, type BulkAction, type Chosen, isRunning } from './jobAction.ts'

const LOOK_MS = 400

interface Asked {
  action: BulkAction
  value: AskedValue
  dry_run: boolean
}

/** An action on many jobs, which a worker of the service does: start it, follow it, cancel the rest. */
export function useJobAction(projectId: string, chosen: Chosen) {
  const client = useQueryClient()
  const [running, setRunning] = useState<{ id: string; isDryRun: boolean } | null>(null)
  const key = ['project', projectId, 'action', running?.id]
  const { data: shown = null, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      request('GET /api/v1/projects/:pid/jobs/actions/:aid', {
        params: { pid: projectId, aid: running?.id ?? '' },
        signal,
      }),
    enabled: running !== null,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : LOOK_MS),
  })
  const start = useAction({
    run: (asked: Asked) =>
      request('POST /api/v1/projects/:pid/jobs/actions', { params: { pid: projectId }, body: { ...asked, ...chosen } }),
    onDone: ({ action_id: id }, { dry_run: isDryRun }) => setRunning({ id, isDryRun }),
    quiet: true,
  })
  const cancel = useAction({
    run: () =>
      request('DELETE /api/v1/projects/:pid/jobs/actions/:aid', { params: { pid: projectId, aid: running?.id ?? '' } }),
    onDone: (after) => client.setQueryData(key, after),
  })
  const isDone = shown !== null && !isRunning(shown)
  const hasChanged = isDone && running?.isDryRun === false
  useEffect(() => {
    if (!hasChanged) return
    for (const queryKey of [keys.jobs(projectId), keys.batches(projectId), keys.projects])
      void client.invalidateQueries({ queryKey })
  }, [hasChanged, client, projectId])
  return {
    /** null: not started yet. */
    isDryRun: running?.isDryRun ?? null,
    shown,
    isDone,
    error: start.error ?? error,
    isStarting: start.isPending,
    start: start.mutate,
    cancel: () => cancel.mutate(),
  }
}
