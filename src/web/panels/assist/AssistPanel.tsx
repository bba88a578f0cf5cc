import { Stack } from '@mantine/core'
import { useSession } from '../../document/useSession.ts'
import { useAssistants } from '../../workbench/assistance/useAssistants.ts'
import { usePageModels } from '../../workbench/assistance/usePageModels.ts'
import { useShell } from '../../workbench/shellContext.ts'
import { AssistantCard } from './AssistantCard.tsx'
import { ModelCard } from './ModelCard.tsx'
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
