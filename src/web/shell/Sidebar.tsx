import { Tabs } from '@mantine/core'
import { GitCompareArrows, Settings, Sparkles } from 'lucide-react'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import { useSession } from '../document/useSession.ts'
import { oneOf } from '../kit/oneOf.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { AssistPanel } from '../panels/assist/AssistPanel.tsx'
import { ChecksPanel } from '../panels/ChecksPanel.tsx'
import { ComparePanel } from '../panels/compare/ComparePanel.tsx'
import { IssuesPanel } from '../panels/IssuesPanel.tsx'
import { ObjectsPanel } from '../panels/ObjectsPanel.tsx'
import { SettingsPanel } from '../panels/SettingsPanel.tsx'
import { useHeldDocuments } from '../workbench/comparing/useComparison.ts'
import { SHELL_TABS, useShell } from '../workbench/shellContext.ts'
import { useIssues, usePinnedIssues } from '../workbench/useIssues.ts'
import { useAssistance } from './useAssistance.ts'

/** The tabs at the right. */
export function Sidebar() {
  const t = useTranslator()
  const { session, mode, me, tab, setTab } = useShell()
  const objects = useSession(session, (open) => countOf(open.document))
  const openIssues = useIssues().data?.filter(({ resolved }) => !resolved).length ?? 0
  usePinnedIssues()
  const hasAssistance = useAssistance()
  const isComparable = useHeldDocuments().length > 0
  const suggested = useSession(session, (open) => open.suggestions.shown.length)
  return (
    <Tabs
      component="aside"
      className="sidebar"
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
        <Tabs.Tab value="checks" px={6}>
          {t('tab.checks')}
        </Tabs.Tab>
        {hasAssistance && (
          <Tabs.Tab
            value="assist"
            px={6}
            aria-label={t('tab.assist')}
            title={t('tab.assist')}
            rightSection={<Count of={suggested} />}
          >
            <Sparkles size="1rem" />
          </Tabs.Tab>
        )}
        {isComparable && (
          <Tabs.Tab value="compare" px={6} aria-label={t('tab.compare')} title={t('tab.compare')}>
            <GitCompareArrows size="1rem" />
          </Tabs.Tab>
        )}
        <Tabs.Tab value="settings" px={6} aria-label={t('tab.settings')} title={t('tab.settings')}>
          <Settings size="1rem" />
        </Tabs.Tab>
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
    </Tabs>
  )
}

/** Objects, or what there is in the legend of a segmentation. */
const countOf = ({ tracks, legend }: AnnotatedDocument): number =>
  tracks.size + legend.filter(({ classId }) => classId !== null).length

function Count({ of }: { of: number }) {
  return of > 0 ? <span className="numbers tab-count">{of}</span> : null
}
