import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { MeAnswer } from '../../contract/people.ts'
import { useSession } from '../document/useSession.ts'
import { readDeepLink } from '../kit/deepLink.ts'
import { ErrorBoundary } from '../kit/ErrorBoundary.tsx'
import { nameOf } from '../kit/me.tsx'
import { type Notify, NotifyContext } from '../kit/notify.ts'
import { Loading } from '../kit/States.tsx'
import { useAttributeFocus } from '../workbench/attributes/useAttributeFocus.ts'
import { ComparisonProvider } from '../workbench/comparing/ComparisonProvider.tsx'
import { Keymap } from '../workbench/keys/keymap.ts'
import { KeymapContext, useCommands, useKeyPresses } from '../workbench/keys/useKeymap.ts'
import { PointerMessage } from '../workbench/PointerMessage.tsx'
import { RecentClasses } from '../workbench/recentClasses.ts'
import { ShellContext, type ShellState, type ShellTab } from '../workbench/shellContext.ts'
import { useHeartbeat } from '../workbench/useHeartbeat.ts'
import { noteFocusByKey } from '../workbench/viewFocus.ts'
import { ActiveClass, activeClassOf } from './ActiveClass.tsx'
import { commandsOf } from './commands.ts'
import { Dialogs } from './Dialogs.tsx'
import { DraftsBanner } from './DraftsBanner.tsx'
import { ElsewhereBanner, useIsElsewhere } from './ElsewhereBanner.tsx'
import { areNew } from './instructionsRead.ts'
import type { OpenJob } from './openJob.ts'
import { PinHint } from './PinHint.tsx'
import { PointerClass } from './PointerClass.tsx'
import { ReturnedBanner } from './ReturnedBanner.tsx'
import { Sidebar } from './Sidebar.tsx'
import { ToolStrip } from './ToolStrip.tsx'
import { TopBar } from './TopBar.tsx'
import { useConnection } from './useConnection.ts'
import { useDeepLinks } from './useDeepLinks.ts'
import { useOpenNext } from './useOpenNext.ts'
import { usePinning } from './usePinning.ts'
import { usePrefetchNext } from './usePrefetchNext.ts'
import { useReloadAfterDifference } from './useReloadAfterDifference.ts'
import { useStandingView } from './useStandingView.ts'
import { useSubmission } from './useSubmission.ts'
import './workbench.css'
import { withTexts } from '../messages/catalogue.ts'
import { verbatim } from '../messages/message.ts'
import { useTranslator } from '../messages/useTranslator.tsx'

const RelationPicking = lazy(async () => ({
  default: (await withTexts(['dialogs'], import('../panels/relations/RelationPicking.tsx'))).RelationPicking,
}))

interface Props {
  job: OpenJob
  /** null: a viewer's link. */
  me: MeAnswer | null
  onReopen(): void
}

export function Workbench({ job, me, onReopen }: Props) {
  const keymap = useMemo(() => new Keymap(job.keys), [job])
  useKeyPresses(keymap)
  return (
    <KeymapContext.Provider value={keymap}>
      <Bench job={job} me={me} onReopen={onReopen} />
    </KeymapContext.Provider>
  )
}

function Bench({ job: { session, checks, mode, window }, me, onReopen }: Props) {
  const t = useTranslator()
  const { referenceId, jobId } = session.job.job
  const isForWork = session.job.access !== 'read'
  const [tab, setTab] = useState<ShellTab>(() => (readDeepLink(location.hash).over ? 'compare' : 'objects'))
  const [dialog, setDialog] = useState<ShellState['dialog']>(() =>
    me && isForWork && areNew(session.job) ? { kind: 'instructions' } : null,
  )
  const isElsewhere = useIsElsewhere(window)
  useEffect(noteFocusByKey, [])
  // After submitting, the lease has ended; it was not lost.
  const isAtWork = me !== null && isForWork && !isElsewhere && dialog?.kind !== 'left'
  const beating = useHeartbeat(jobId, isAtWork)
  usePrefetchNext(session, isAtWork)
  const openNext = useOpenNext({ session, setDialog })
  const done = session.job.access === 'review' ? 'accepted' : 'submitted'
  const submission = useSubmission(session, checks, ({ undoUntil }) => openNext(done, undoUntil !== null))
  const attributeFocus = useAttributeFocus(session)
  const personId = me?.userId ?? 'viewer'
  const recentClasses = useMemo(() => new RecentClasses(localStorage, personId, session.job), [personId, session])
  useEffect(() => recentClasses.attach(session), [recentClasses, session])
  const shell = useMemo<ShellState>(
    () => ({
      session,
      checks,
      mode,
      me,
      tab,
      setTab,
      dialog,
      setDialog,
      submission,
      attributeFocus,
      recentClasses,
      reopen: onReopen,
      beating,
      isElsewhere,
    }),
    [session, checks, mode, me, tab, dialog, submission, attributeFocus, recentClasses, onReopen, beating, isElsewhere],
  )
  const notify = useCallback<Notify>((text, tone) => session.notices.add(verbatim(text), tone), [session])
  useConnection(session)
  useReloadAfterDifference(session, onReopen)
  useDeepLinks(session)
  useStandingView(session, personId)
  usePinning(session, me?.permissions.includes('discuss') ?? false, setTab)
  const pointing = useSession(session, (open) => open.pins.pointing)
  const tools = useSession(session, (open) => open.tools)
  const activeClass = useSession(session, activeClassOf)
  const commands = useMemo(
    () => commandsOf({ session, setTab, setDialog, submission, attributeFocus }, tools, me !== null),
    [session, tools, submission, attributeFocus, me],
  )
  useCommands(commands)
  useEffect(() => {
    document.title = t('shell.pageTitle', { referenceId })
    return () => {
      document.title = t('common.fiducial')
    }
  }, [referenceId, t])
  const { Component: View, Timeline } = mode
  return (
    <ShellContext.Provider value={shell}>
      <NotifyContext.Provider value={notify}>
        <ComparisonProvider>
          <div className="bench" data-person={me ? nameOf(me) : undefined}>
            <TopBar />
            <ReturnedBanner />
            <DraftsBanner />
            {window && isElsewhere && <ElsewhereBanner window={window} onTaken={onReopen} />}
            <div className="bench-middle">
              <ToolStrip />
              <main
                className="bench-view"
                aria-label={t('shell.view')}
                data-pointing={pointing}
                data-active-class={activeClass?.name}
              >
                <ErrorBoundary>
                  <Suspense fallback={<Loading />}>
                    <View session={session} />
                  </Suspense>
                </ErrorBoundary>
                <ActiveClass />
                <PointerClass />
                <PinHint />
                {session.job.tag.relations && (
                  <Suspense>
                    <RelationPicking />
                  </Suspense>
                )}
              </main>
              <Sidebar />
            </div>
            {Timeline && (
              <section className="bench-timeline" aria-label={t('shell.timeline')}>
                <ErrorBoundary>
                  <Timeline session={session} />
                </ErrorBoundary>
              </section>
            )}
          </div>
          <Dialogs />
          <PointerMessage log={session.notices} />
        </ComparisonProvider>
      </NotifyContext.Provider>
    </ShellContext.Provider>
  )
}
