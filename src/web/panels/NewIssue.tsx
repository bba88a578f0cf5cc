import { Button, CloseButton, Group, Stack, Tooltip } from '@mantine/core'
import { MapPin } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { IssuePlace } from '../../contract/issues.ts'
import { useSession } from '../document/useSession.ts'
import { request } from '../kit/api.ts'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { KeyOf } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { issuesKey } from '../workbench/useIssues.ts'
import { MentionField } from './MentionField.tsx'
import { pinnedObject } from './pinnedObject.ts'
import { placeText } from './placeText.ts'

/** The chosen place; otherwise the selection, and the frame if there are several. */
function usePlace(): IssuePlace {
  const { session } = useShell()
  const pointed = useSession(session, (open) => open.pins.place)
  const frame = useSession(session, (open) => open.frame)
  const selection = useSession(session, (open) => open.selection)
  if (pointed) return pointed
  const [trackId] = selection.size === 1 ? selection : []
  return {
    ...(session.document.frameCount > 1 ? { frame } : {}),
    ...(trackId === undefined ? {} : { trackId }),
  }
}

export function NewIssue() {
  const t = useTranslator()
  const { session } = useShell()
  const { jobId } = session.job.job
  const { pins } = session
  const place = usePlace()
  const pointed = useSession(session, (open) => open.pins.place)
  const pointing = useSession(session, (open) => open.pins.pointing)
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!pointed) return
    // After the press that pointed: the view takes the focus at its end.
    const timer = setTimeout(() => field.current?.focus(), 0)
    return () => clearTimeout(timer)
  }, [pointed])
  const open = useAction({
    run: () => request('POST /api/jobs/:jid/issues', { params: { jid: jobId }, body: { place, text: text.trim() } }),
    onDone: () => {
      setText('')
      pins.dropPlace()
    },
    changes: [issuesKey(jobId)],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') open.mutate()
  }
  const object = pinnedObject(session, place, t('panel.unknownClass'))
  return (
    <form onSubmit={submit}>
      <Stack gap={6}>
        <MentionField
          jobId={jobId}
          ref={field}
          size="xs"
          label={t('issue.new')}
          description={t('issue.pinnedTo', { place: placeText(place, object) })}
          autosize
          minRows={2}
          value={text}
          onChange={setText}
        />
        <Group justify="space-between" gap={4} wrap="nowrap">
          <Tooltip
            label={
              <>
                {t('issue.clickPlace')} <KeyOf command="issue.pin" />
              </>
            }
          >
            <Button
              size="xs"
              variant={pointing ? 'filled' : 'default'}
              aria-pressed={pointing}
              leftSection={<MapPin size="0.9rem" />}
              onClick={() => (pointing ? pins.endPointing() : pins.beginPointing())}
            >
              {pointed ? t('issue.elsewhere') : t('issue.toPlace')}
            </Button>
          </Tooltip>
          {pointed && <CloseButton size="sm" aria-label={t('issue.unpin')} onClick={() => pins.dropPlace()} />}
          <Button
            type="submit"
            size="xs"
            variant="light"
            ml="auto"
            loading={open.isPending}
            disabled={text.trim() === ''}
          >
            {t('issue.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
