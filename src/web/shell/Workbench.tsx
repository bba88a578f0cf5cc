import './workbench.css'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { MeAnswer } from '../../contract/people.ts'
import { watch } from '../document/observable.ts'
import type { EditorSession } from '../document/session.ts'
import { useSession } from '../document/useSession.ts'
import type { ViewOptions } from '../document/viewOptions.ts'
import { readDeepLink, writeDeepLink } from '../kit/deepLink.ts'
import { ErrorBoundary } from '../kit/ErrorBoundary.tsx'
import { nameOf } from '../kit/me.tsx'
import { type Notify, NotifyContext } from '../kit/notify.ts'
import { Loading } from '../kit/States.tsx'
import { withTexts } from '../messages/catalogue.ts'
import { msg, verbatim } from '../messages/message.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useAttributeFocus } from '../workbench/attributes/useAttributeFocus.ts'
import { ComparisonProvider } from '../workbench/comparing/ComparisonProvider.tsx'
import { Chord } from '../workbench/keys/Keys.tsx'
import { Keymap } from '../workbench/keys/keymap.ts'
import { KeymapContext, useBoundCommands, useCommands, useKeyPresses } from '../workbench/keys/useKeymap.ts'
import { PointerMessage } from '../workbench/PointerMessage.tsx'
import { RecentClasses } from '../workbench/recentClasses.ts'
import { ShellContext, type ShellState, type ShellTab, useShell } from '../workbench/shellContext.ts'
import { useHeartbeat } from '../workbench/useHeartbeat.ts'
import { noteFocusByKey } from '../workbench/viewFocus.ts'
import { ActiveClass, activeClassOf } from './ActiveClass.tsx'
import { commandsOf } from './commands.ts'
import { Dialogs } from './Dialogs.tsx'
import { DraftsBanner } from './DraftsBanner.tsx'
import { ElsewhereBanner, useIsElsewhere } from './ElsewhereBanner.tsx'
import { areNew } from './instructionsRead.ts'
import type { OpenJob } from './openJob.ts'
import { PointerClass } from './PointerClass.tsx'
import { ReturnedBanner } from './ReturnedBanner.tsx'
import { Sidebar } from './Sidebar.tsx'
import { ToolStrip } from './ToolStrip.tsx'
import { TopBar } from './TopBar.tsx'
import { useOpenNext } from './useOpenNext.ts'
import { usePinning } from './usePinning.ts'
import { usePrefetchNext } from './usePrefetchNext.ts'
import { useSubmission } from './useSubmission.ts'

const WRITE_MS = 250

/** The address says which frame and object are shown, and leads there. */
function useDeepLinks(session: EditorSession): void {
  useEffect(() => {
    let written = ''
    const follow = () => {
      if (location.hash === written) return
      const { frame, objectId, over } = readDeepLink(location.hash)
      if (frame !== null) session.setFrame(frame)
      if (objectId !== null) session.select([objectId])
      if (over) session.overlay.lay(over)
    }
    follow()
    window.addEventListener('hashchange', follow)
    let timer: ReturnType<typeof setTimeout> | null = null
    const write = () => {
      timer = null
      const [objectId = null] = session.selection.size === 1 ? session.selection : []
      const frame = session.document.frameCount > 1 ? session.frame : null
      const hash = writeDeepLink({ frame, objectId, over: session.overlay.decides ? null : session.overlay.names })
      if (hash === written) return
      written = hash
      // In place: stepping through frames must not fill the way back.
      history.replaceState(history.state, '', location.pathname + location.search + hash)
    }
    const unsubscribe = session.subscribe(() => {
      timer ??= setTimeout(write, WRITE_MS)
    })
    return () => {
      unsubscribe()
      if (timer) clearTimeout(timer)
      window.removeEventListener('hashchange', follow)
    }
  }, [session])
}

/** Jobs that were loaded again because page and service differed: the page that comes after it says so. */
const reloaded = new Set<string>()

/** Reloads the job when the service has another document than the page; unsaved work is a draft by that time. */
function useReloadAfterDifference(session: EditorSession, reopen: () => void): void {
  const { jobId } = session.job.job
  const isDue = useSession(session, ({ saveState, pendingCount }) => saveState.kind === 'differs' && pendingCount === 0)
  useEffect(() => {
    if (!isDue) return
    reloaded.add(jobId)
    reopen()
  }, [isDue, jobId, reopen])
  useEffect(() => {
    if (session.saveState.kind !== 'differs' && reloaded.delete(jobId)) {
      session.notices.add(msg('save.differs'), 'error')
    }
  }, [session, jobId])
}

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

/** What the next click does, while this differs from the usual. */
function PinHint() {
  const { session } = useShell()
  const t = useTranslator()
  const [end = 'Esc'] = useBoundCommands().find(({ command }) => command.id === 'issue.pin.end')?.keys ?? []
  const pointing = useSession(session, (open) => open.pins.pointing)
  if (!pointing) return null
  return (
    <div className="pin-hint" role="status">
      {t.rich('pin.hint', { key: () => <Chord chord={end} /> })}
    </div>
  )
}

/**
 * Announces a lost connection as a notice, so that nothing moves under the pointer; the save state also shows it. As
 * soon as the connection returns, pending work is sent.
 */
function useConnection(session: EditorSession): void {
  useEffect(() => {
    const lost = () => session.notices.add(msg('shell.offline'), 'warning')
    const back = () => {
      if (session.saveState.kind === 'offline') void session.flush()
    }
    if (!navigator.onLine) lost()
    window.addEventListener('offline', lost)
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('offline', lost)
      window.removeEventListener('online', back)
    }
  }, [session])
}

/** A person's view options are stored in this browser and apply to the next job. */
function useStandingView(session: EditorSession, personId: string): void {
  useEffect(() => {
    const key = `fiducial.view.${personId}`
    const kept = readView(localStorage.getItem(key))
    if (kept) session.setView(kept)
    return watch(
      session,
      ({ view }) => view,
      (view) => localStorage.setItem(key, JSON.stringify(view)),
    )
  }, [session, personId])
}

/** Only members of the right type; null if nothing was stored. */
function readView(text: string | null): Partial<ViewOptions> | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const entries = Object.entries(kept).filter(([, value]) => typeof value === 'number' || typeof value === 'boolean')
    return Object.fromEntries(entries)
  } catch {
    return null
  }
}
