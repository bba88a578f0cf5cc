import { Badge, Button, Card, Group, NumberInput, Progress, Text } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { AssistBody } from '../../../contract/assist.ts'
import type { OfferedAssistant, ShownSuggestion } from '../../../contract/assistants.ts'
import { isInteractive, type Verb } from '../../../model/assistants/assistant.ts'
import { classById, instanceName } from '../../../model/tag.ts'
import type { EditorSession } from '../../document/session.ts'
import { useSession } from '../../document/useSession.ts'
import { request } from '../../kit/api.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useSuggestionsAgain } from '../../workbench/assistance/useAssistants.ts'
import { useShell } from '../../workbench/shellContext.ts'

/** The number of points that show an assistant the existing labels. */
const MOST_PROMPTS = 2000

/** Points of every label that was given, evenly over the cloud. */
function labelPrompts({ labels, document, job }: EditorSession): { index: number; label: string }[] {
  if (!labels) return []
  const classes = classById(job.tag)
  const names = new Map(
    document.legend.flatMap(({ labelKey, classId, instance }) => {
      const name = classId === null ? undefined : classes.get(classId)?.name
      return name === undefined ? [] : [[labelKey, instanceName(name, instance)] as const]
    }),
  )
  const labelled: { index: number; label: string }[] = []
  labels.forEach((key, index) => {
    const label = key === 0 ? undefined : names.get(key)
    if (label !== undefined) labelled.push({ index, label })
  })
  const step = Math.max(1, Math.ceil(labelled.length / MOST_PROMPTS))
  return labelled.filter((_, i) => i % step === 0)
}

const STATE_COLORS = { ok: 'green', failing: 'orange', down: 'red', unknown: 'gray' } as const
const USUAL_FRAMES = 10

/** The requests to one assistant for the open job. */
export function AssistantCard({
  assistant: { name, verbs, version, state, problem },
}: {
  assistant: OfferedAssistant
}) {
  const t = useTranslator()
  const { session } = useShell()
  const { jobId } = session.job.job
  const isReadOnly = useSession(session, (open) => open.readOnly)
  const selected = useSession(session, (open) => open.selection)
  const again = useSuggestionsAgain(jobId)
  const [ahead, setAhead] = useState(USUAL_FRAMES)
  const [awaited, setAwaited] = useState<Awaited | null>(null)
  const asking = useAction({
    run: async ({ verb, input = {} }: { verb: Verb; input?: object }) => {
      // Saves first, so that the assistant sees the newest shapes too.
      await session.flush()
      const body = { assistant: name, verb, input }
      if (isInteractive(verb)) {
        await waitFor(session, body, setAwaited)
        return again()
      }
      const answer = await request('POST /api/jobs/:jid/assist', { params: { jid: jobId }, body })
      if ('run_id' in answer) session.suggestions.addRun({ runId: answer.run_id, assistant: name, verb })
    },
  })
  const ask = (verb: Verb, input?: object) => asking.mutate({ verb, input })
  const has = (verb: Verb) => verbs.includes(verb)
  const common = { size: 'compact-sm', variant: 'default', disabled: isReadOnly, loading: asking.isPending } as const
  return (
    <Card withBorder p="xs" aria-label={name} component="section">
      <Group justify="space-between" wrap="nowrap" mb={6}>
        <Text size="sm" fw={600} truncate title={version === null ? name : t('assist.version', { version })}>
          {name}
        </Text>
        <Badge size="sm" variant="light" color={STATE_COLORS[state]} title={problem ?? undefined}>
          {t(`assist.state.${state}`)}
        </Badge>
      </Group>
      <Group gap={6}>
        {has('predict') && (
          <Button {...common} onClick={() => ask('predict')}>
            {t('assist.predict')}
          </Button>
        )}
        {has('label_points') && (
          <Button
            {...common}
            title={t('assist.labelPointsHint')}
            onClick={() => {
              const points = labelPrompts(session)
              if (points.length === 0) session.notices.add({ id: 'assist.noPrompts' }, 'warning')
              else ask('label_points', { prompts: { points } })
            }}
          >
            {t('assist.label_points')}
          </Button>
        )}
        {has('segment') && (
          <Button {...common} loading={false} onClick={() => findWith(session, name)}>
            {t('assist.segment')}
          </Button>
        )}
        {has('fit') && (
          <Button {...common} loading={false} title={t('assist.fitHint')} onClick={() => fitWith(session, name)}>
            {t('assist.fit')}
          </Button>
        )}
        {has('review') && (
          <Button {...common} onClick={() => ask('review')}>
            {t('assist.review')}
          </Button>
        )}
      </Group>
      {awaited && (
        <Group gap={6} mt={6} wrap="nowrap" role="status">
          <Text size="xs" c="dimmed">
            {t('assist.running')}
          </Text>
          <Progress
            value={awaited.progress === null ? 100 : awaited.progress * 100}
            animated
            size="sm"
            style={{ flex: 1 }}
            aria-label={name}
          />
          <IconButton label={t('assist.cancel')} icon={X} onClick={awaited.stop} />
        </Group>
      )}
      {has('track') && (
        <Group gap={6} mt={6} align="end">
          <NumberInput
            size="xs"
            w="6rem"
            label={t('assist.trackFrames')}
            min={1}
            max={session.document.frameCount}
            value={ahead}
            onChange={(value) => setAhead(Math.max(1, Math.round(Number(value))))}
          />
          <Button
            {...common}
            disabled={isReadOnly || selected.size === 0}
            title={selected.size === 0 ? t('assist.selectFirst') : undefined}
            onClick={() => ask('track', trackInput(session, ahead))}
          >
            {t('assist.track')}
          </Button>
        </Group>
      )}
    </Card>
  )
}

interface Awaited {
  progress: number | null
  stop(): void
}

/** Waits for an immediate answer unless the person stops it; it shows partial results. */
async function waitFor(
  session: EditorSession,
  body: AssistBody,
  setAwaited: (awaited: Awaited | null) => void,
): Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const progressed = (progress: number | null) => setAwaited({ progress, stop: () => controller.abort() })
  progressed(null)
  try {
    const [{ waitForAnswer }, { readSuggestions }] = await Promise.all([
      import('../../workbench/assistance/waitForAnswer.ts'),
      import('../../workbench/assistance/readSuggestions.ts'),
    ])
    const onPartial = (found: readonly ShownSuggestion[]) =>
      session.suggestions.setPreview(body.verb, readSuggestions(session, found))
    await waitForAnswer(session, body, { signal, onProgress: progressed, onPartial })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    setAwaited(null)
    session.suggestions.setPreview(body.verb, [])
  }
}

/** Find object asks this one from now on. */
export function findWith(session: EditorSession, name: string): void {
  session.suggestions.chooseFinder(name)
  session.setTool('smart')
}

/** Fit cuboid asks this one from now on. */
function fitWith(session: EditorSession, name: string): void {
  session.suggestions.chooseFinder(name)
  session.setTool('fit')
}

function trackInput({ job: { content }, frame, selection }: EditorSession, ahead: number) {
  const last = Math.min(content.frames.length - 1, frame + ahead)
  return { track_ids: [...selection], from: content.frames[frame].frameId, to: content.frames[last].frameId }
}
