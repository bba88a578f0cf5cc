import { Suspense, useEffect, useMemo, useState } from 'react'
import type { Me } from '../../formats/workbench/people.ts'
import { ErrorBoundary } from '../app/ErrorBoundary.tsx'
import { OfflineBanner } from '../app/Frame.tsx'
import { nameOf } from '../app/me.tsx'
import { Loading } from '../app/States.tsx'
import { useSession } from '../document/useSession.ts'
import { commandsOf } from './commands.ts'
import { Dialogs } from './Dialogs.tsx'
import { Keymap } from './keys/keymap.ts'
import { KeymapContext, useCommands, useKeyPresses } from './keys/useKeymap.ts'
import type { OpenJob } from './openJob.ts'
import { Sidebar } from './Sidebar.tsx'
import { ShellContext, type ShellState, type ShellTab } from './shellContext.ts'
import { ToolStrip } from './ToolStrip.tsx'
import { TopBar } from './TopBar.tsx'
import { UnknownMode } from './UnknownMode.tsx'
import { useDeepLinks } from './useDeepLinks.ts'
import { useHeartbeat } from './useHeartbeat.ts'
import { useStandingView } from './useStandingView.ts'
import './workbench.css'

interface Props {
  job: OpenJob
  /** null: a viewer's link. */
  me: Me | null
  onReopen(): void
}

export function Workbench({ job, me, onReopen }: Props) {
  const personId = me?.userId ?? 'viewer'
  const keymap = useMemo(() => new Keymap(localStorage, personId), [personId])
  useKeyPresses(keymap)
  return (
    <KeymapContext.Provider value={keymap}>
      <Bench job={job} me={me} onReopen={onReopen} />
    </KeymapContext.Provider>
  )
}

function Bench({ job: { session, mode }, me, onReopen }: Props) {
  const { referenceId, jobId } = session.job.job
  const [tab, setTab] = useState<ShellTab>('objects')
  const [dialog, setDialog] = useState<ShellState['dialog']>(null)
  const beating = useHeartbeat(jobId, me !== null && session.job.access !== 'read')
  const shell = useMemo<ShellState>(
    () => ({ session, hasEditor: mode !== null, me, tab, setTab, dialog, setDialog, reopen: onReopen, beating }),
    [session, mode, me, tab, dialog, onReopen, beating],
  )
  useDeepLinks(session)
  useStandingView(session, me?.userId ?? 'viewer')
  const tools = useSession(session, (open) => open.tools)
  const commands = useMemo(() => commandsOf(session, tools, setTab, setDialog, mode !== null), [session, tools, mode])
  useCommands(commands)
  useEffect(() => {
    document.title = `${referenceId} – Fiducial`
    return () => {
      document.title = 'Fiducial'
    }
  }, [referenceId])
  const View = mode?.Component ?? UnknownMode
  const Timeline = mode?.Timeline
  return (
    <ShellContext.Provider value={shell}>
      <div className="bench" data-person={me ? nameOf(me) : undefined}>
        <TopBar />
        <OfflineBanner>No connection. Your work is kept on this computer and sent when it is back.</OfflineBanner>
        <div className="bench-middle">
          <ToolStrip />
          <main className="bench-view" aria-label="View">
            <ErrorBoundary>
              <Suspense fallback={<Loading what="the editor" />}>
                <View session={session} />
              </Suspense>
            </ErrorBoundary>
          </main>
          <Sidebar Inspector={mode?.Inspector} />
        </div>
        {Timeline && (
          <section className="bench-timeline" aria-label="Timeline">
            <ErrorBoundary>
              <Timeline session={session} />
            </ErrorBoundary>
          </section>
        )}
      </div>
      <Dialogs />
    </ShellContext.Provider>
  )
}
