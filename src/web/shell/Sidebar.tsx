import { Tabs, VisuallyHidden } from '@mantine/core'
import { GitCompareArrows, ListChecks, type LucideIcon, Settings, Sparkles } from 'lucide-react'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import { useSession } from '../document/useSession.ts'
import { DEFAULT_VIEW } from '../document/viewOptions.ts'
import { oneOf } from '../kit/oneOf.ts'
import { remPx } from '../kit/remPx.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { AssistPanel } from '../panels/assist/AssistPanel.tsx'
import { ChecksPanel } from '../panels/ChecksPanel.tsx'
import { ComparePanel } from '../panels/compare/ComparePanel.tsx'
import { IssuesPanel } from '../panels/IssuesPanel.tsx'
import { ObjectsPanel } from '../panels/ObjectsPanel.tsx'
import { SettingsPanel } from '../panels/SettingsPanel.tsx'
import { useHeldDocuments } from '../workbench/comparing/useComparison.ts'
import { PulledEdge } from '../workbench/PulledEdge.tsx'
import { SHELL_TABS, type ShellTab, useShell } from '../workbench/shellContext.ts'
import { useIssues, usePinnedIssues } from '../workbench/useIssues.ts'
import { useAssistance } from './useAssistance.ts'

/** In rem. Less, and the tabs would not fit. */
const WIDTH = { least: 15, most: 45, step: 1, usual: DEFAULT_VIEW.panelRem }

/** The tabs at the right, as wide as each person pulled their edge last. */
export function Sidebar() {
  const t = useTranslator()
  const { session, mode, me, tab, setTab } = useShell()
  const objects = useSession(session, (open) => countOf(open.document))
  const openIssues = useIssues().data?.filter(({ resolved }) => !resolved).length ?? 0
  usePinnedIssues()
  const hasAssistance = useAssistance()
  const isComparable = useHeldDocuments().length > 0
  const suggested = useSession(session, (open) => open.suggestions.shown.length)
  const width = useSession(session, ({ view }) => view.panelRem)
  return (
    <Tabs
      component="aside"
      className="sidebar"
      style={{ width: `min(${width}rem, 50vw)` }}
      aria-label={t('shell.job')}
      value={tab}
      onChange={(value) => setTab(oneOf(SHELL_TABS, value) ?? tab)}
      keepMounted={false}
    >
      <Tabs.List grow>
        <Tabs.Tab value="objects" px={6} rightSection={<Count of={objects} />}>
          {t('tab.objects')}
        </Tabs.Tab>
        {me && (
          <Tabs.Tab value="issues" px={6} rightSection={<Count of={openIssues} />}>
            {t('tab.issues')}
          </Tabs.Tab>
        )}
        {/* Among six tabs its label would be truncated. */}
        {hasAssistance || isComparable ? (
          <IconTab tab="checks" icon={ListChecks} />
        ) : (
          <Tabs.Tab value="checks" px={6}>
            {t('tab.checks')}
          </Tabs.Tab>
        )}
        {hasAssistance && <IconTab tab="assist" icon={Sparkles} count={suggested} />}
        {isComparable && <IconTab tab="compare" icon={GitCompareArrows} />}
        <IconTab tab="settings" icon={Settings} />
      </Tabs.List>
      <Tabs.Panel value="objects" className="sidebar-panel">
        {mode.Objects ? <mode.Objects session={session} /> : <ObjectsPanel />}
      </Tabs.Panel>
      <Tabs.Panel value="issues" className="sidebar-panel">
        {me && <IssuesPanel />}
      </Tabs.Panel>
      <Tabs.Panel value="checks" className="sidebar-panel">
        <ChecksPanel />
      </Tabs.Panel>
      <Tabs.Panel value="assist" className="sidebar-panel">
        {hasAssistance && <AssistPanel />}
      </Tabs.Panel>
      <Tabs.Panel value="compare" className="sidebar-panel">
        {isComparable && <ComparePanel />}
      </Tabs.Panel>
      <Tabs.Panel value="settings" className="sidebar-panel">
        <SettingsPanel />
      </Tabs.Panel>
      <PulledEdge
        label={t('shell.panelWidth')}
        hint={t('shell.edgeHint')}
        orientation="vertical"
        value={width}
        limits={WIDTH}
        within="sidebar"
        valueAt={(px) => px / remPx()}
        onChange={(panelRem) => session.setView({ panelRem })}
      />
    </Tabs>
  )
}

function IconTab({ tab, icon: Icon, count = 0 }: { tab: ShellTab; icon: LucideIcon; count?: number }) {
  const t = useTranslator()
  const name = t(`tab.${tab}`)
  return (
    <Tabs.Tab value={tab} px={6} className="icon-tab" title={name} rightSection={<Count of={count} />}>
      <Icon size="1rem" aria-hidden />
      <VisuallyHidden>{name}</VisuallyHidden>
    </Tabs.Tab>
  )
}

/** Objects, or what there is in the legend of a segmentation. */
const countOf = ({ tracks, legend }: AnnotatedDocument): number =>
  tracks.size + legend.filter(({ classId }) => classId !== null).length

function Count({ of }: { of: number }) {
  return of > 0 ? <span className="numbers tab-count">{of}</span> : null
}
