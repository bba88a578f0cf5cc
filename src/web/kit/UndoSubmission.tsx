import { Button, Group, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useTranslator } from '../messages/useTranslator.tsx'
import { request } from './api.ts'
import { useLastSubmission } from './lastSubmission.tsx'
import { useAction } from './useAction.ts'

/**
 * “Submitted · Undo”, for as long as the project allows, or the outcome of a review. It appears above the page that is
 * open at that time.
 */
export function UndoSubmission() {
  const t = useTranslator()
  const [, go] = useLocation()
  const { last, setLast } = useLastSubmission()
  const undo = useAction({
    run: (jobId: string) => request('POST /api/jobs/:jid/submit/undo', { params: { jid: jobId } }),
    onDone: (_, jobId) => {
      setLast(null)
      go(`/jobs/${jobId}`)
    },
  })
  useEffect(() => {
    if (!last) return
    const timer = setTimeout(() => setLast(null), last.untilMs - Date.now())
    return () => clearTimeout(timer)
  }, [last, setLast])
  if (!last) return null
  return (
    <Group gap={6} wrap="nowrap" role="status" style={{ minWidth: 0 }}>
      <Text size="sm" className="clipped">
        {t(`${last.done}.notice`, { referenceId: last.referenceId })}
      </Text>
      {last.canUndo && (
        <Button size="compact-xs" variant="light" loading={undo.isPending} onClick={() => undo.mutate(last.jobId)}>
          {t('submitted.undo')}
        </Button>
      )}
    </Group>
  )
}
