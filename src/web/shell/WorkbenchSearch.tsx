import { Suspense, useMemo } from 'react'
import { LazySearch } from '../kit/search/SearchBox.tsx'
import type { SearchEntry } from '../kit/search/searchEntry.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useBoundCommands } from '../workbench/keys/useKeymap.ts'
import { useShell } from '../workbench/shellContext.ts'

/** The search with everything that can be done in this job now. */
export function WorkbenchSearch({ onClose }: { onClose: () => void }) {
  const t = useTranslator()
  const { session } = useShell()
  const bound = useBoundCommands()
  const commands = useMemo<SearchEntry[]>(
    () =>
      bound
        .filter(({ command }) => command.id !== 'job.search' && (command.isEnabled?.() ?? true))
        .map(({ command, keys }) => ({
          id: command.id,
          label: t.of(command.label),
          hint: keys[0],
          // A dialog of the command opens after this one has closed, and keeps its focus.
          run: () => void setTimeout(() => command.run(), 0),
        })),
    [bound, t],
  )
  return (
    <Suspense fallback={null}>
      <LazySearch projectId={session.job.job.projectId} commands={commands} onClose={onClose} />
    </Suspense>
  )
}
