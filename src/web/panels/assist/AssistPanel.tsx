import { Badge, Button, Card, Group, Progress, Stack, Text } from '@mantine/core'
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { ShownModel } from '../../../contract/models.ts'
import { useSession } from '../../document/useSession.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { suggestObjects } from '../../workbench/assistance/modelFinder.ts'
import { pageModelsOf } from '../../workbench/assistance/pageModels.ts'
import { useAssistants, useSuggestionsAgain } from '../../workbench/assistance/useAssistants.ts'
import { usePageModels } from '../../workbench/assistance/usePageModels.ts'
import { useShell } from '../../workbench/shellContext.ts'
import { AssistantCard, findWith } from './AssistantCard.tsx'
import { RunCard } from './RunCard.tsx'
import { SuggestionList } from './SuggestionList.tsx'

/** Assistants of the job, what they were asked here, and what they suggest. */
export function AssistPanel() {
  const { session } = useShell()
  const assistants = useAssistants()
  const models = usePageModels()
  const runs = useSession(session, (open) => open.suggestions.runs)
  return (
    <div className="sidebar-scroll">
      <Stack gap="sm">
        {assistants.map((assistant) => (
          <AssistantCard key={assistant.name} assistant={assistant} />
        ))}
        {models.map((model) => (
          <ModelCard key={model.name} model={model} />
        ))}
        {runs.map((run) => (
          <RunCard key={run.runId} started={run} />
        ))}
        <SuggestionList />
      </Stack>
    </div>
  )
}

/** A model that this page runs itself: what it can be asked, and how it goes. */
function ModelCard({ model }: { model: ShownModel }) {
  const t = useTranslator()
  const { session } = useShell()
  const running = pageModelsOf(session)
  const busy = useSyncExternalStore(running.subscribe, () => running.busy)
  const isReadOnly = useSession(session, (open) => open.readOnly)
  const again = useSuggestionsAgain(session.job.job.jobId)
  const suggesting = useAction({
    run: () => suggestObjects(session, model),
    onDone: (unknown) => {
      for (const [label, count] of unknown)
        session.notices.add({ id: 'assist.noMatch', values: { label, count } }, 'info')
      again().catch(() => {})
    },
  })
  const { name, verbs, version, problem } = model
  const isBusy = busy?.model === name
  const common = { size: 'compact-sm', variant: 'default', disabled: isReadOnly || isBusy } as const
  return (
    <Card withBorder p="xs" aria-label={name} component="section">
      <Group justify="space-between" wrap="nowrap" mb={6}>
        <Text size="sm" fw={600} truncate title={version === null ? name : t('assist.version', { version })}>
          {name}
        </Text>
        <Badge size="sm" variant="light" color={problem ? 'red' : 'green'} title={t('assist.inPageHint')}>
          {t(problem ? 'assist.broken' : 'assist.inPage')}
        </Badge>
      </Group>
      {problem && (
        <Text size="xs" c="dimmed">
          {problem}
        </Text>
      )}
      <Group gap={6}>
        {verbs.includes('predict') && (
          <Button {...common} onClick={() => suggesting.mutate()}>
            {t('assist.predict')}
          </Button>
        )}
        {verbs.includes('segment') && (
          <Button {...common} disabled={isReadOnly} onClick={() => findWith(session, name)}>
            {t('assist.segment')}
          </Button>
        )}
      </Group>
      {isBusy && (
        <Group gap={6} mt={6} wrap="nowrap" role="status">
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {t(busy.progress === 'working' ? 'assist.running' : 'assist.loadingModel')}
          </Text>
          <Progress
            value={busy.progress === 'working' ? 100 : busy.progress.loaded * 100}
            animated={busy.progress === 'working'}
            size="sm"
            style={{ flex: 1 }}
          />
          <IconButton label={t('assist.cancel')} icon={X} onClick={() => running.stop()} />
        </Group>
      )}
    </Card>
  )
}
