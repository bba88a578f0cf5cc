import { Anchor, Breadcrumbs, Stack, Tabs, Text, Title } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import type { ProjectRow } from '../../formats/workbench/console.ts'
import { ApiFailure } from '../kit/api.ts'
import { useMe } from '../kit/me.tsx'
import { Empty, Loaded } from '../kit/States.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { AccessTab } from './AccessTab.tsx'
import { AssistantsTab } from './assistants/AssistantsTab.tsx'
import { BatchesTab } from './BatchesTab.tsx'
import { CallbackTab } from './CallbackTab.tsx'
import { dataTypeName } from './dataTypes.ts'
import { ExportTab } from './exchange/ExportTab.tsx'
import { ImportTab } from './exchange/ImportTab.tsx'
import { GroupsTab } from './GroupsTab.tsx'
import { JobsTab } from './jobs/JobsTab.tsx'
import { KeysTab } from './KeysTab.tsx'
import { ProjectSettings } from './ProjectSettings.tsx'
import { ProgressTab } from './progress/ProgressTab.tsx'
import { QualityTab } from './quality/QualityTab.tsx'
import { useProject } from './queries.ts'
import { RetentionSettings } from './RetentionSettings.tsx'
import { SensorsTab } from './SensorsTab.tsx'
import { TagsTab } from './tags/TagsTab.tsx'
import { UsageTab } from './UsageTab.tsx'

export function ProjectPage({ projectId, tab }: { projectId: string; tab: string }) {
  const t = useTranslator()
  const project = useProject(projectId)
  return (
    <div className="page">
      {isMissing(project.error) ? (
        <Empty title={t('console.noProject')} />
      ) : (
        <Loaded of={project}>{(row) => <Project project={row} tab={tab} />}</Loaded>
      )}
    </div>
  )
}

/** Others' projects read like unknown ones, and what is no id too. */
const isMissing = (error: Error | null): boolean =>
  error instanceof ApiFailure && [400, 403, 404].includes(error.status)

function Project({ project, tab }: { project: ProjectRow; tab: string }) {
  const t = useTranslator()
  const { permissions } = useMe()
  const [, go] = useLocation()
  const { projectId } = project
  const manages = permissions.includes('manageProjects')
  return (
    <>
      <Breadcrumbs mb={4}>
        <Anchor component={Link} href="/projects" size="sm">
          {t('console.projects')}
        </Anchor>
        <Text size="sm" c="dimmed">
          {dataTypeName(t, project.base)}
        </Text>
      </Breadcrumbs>
      <Title order={1} size="h2" mb="sm">
        {project.name}
      </Title>
      <Tabs value={tab} onChange={(value) => go(`/projects/${projectId}/${value}`)} keepMounted={false}>
        <Tabs.List mb="md" className="project-tabs">
          <Tabs.Tab value="jobs">{t('console.jobs')}</Tabs.Tab>
          <Tabs.Tab value="batches">{t('console.batches')}</Tabs.Tab>
          {manages && <Tabs.Tab value="groups">{t('groups.title')}</Tabs.Tab>}
          <Tabs.Tab value="progress">{t('progress.title')}</Tabs.Tab>
          {permissions.includes('seeQuality') && <Tabs.Tab value="quality">{t('console.quality')}</Tabs.Tab>}
          <Tabs.Tab value="exports">{t('exchange.export')}</Tabs.Tab>
          {permissions.includes('manageJobs') && <Tabs.Tab value="imports">{t('exchange.import')}</Tabs.Tab>}
          {manages && <Tabs.Tab value="tags">{t('console.tags')}</Tabs.Tab>}
          {manages && <Tabs.Tab value="assistants">{t('assist.assistants')}</Tabs.Tab>}
          {manages && <Tabs.Tab value="keys">{t('console.keys')}</Tabs.Tab>}
          {manages && <Tabs.Tab value="callback">{t('console.callback')}</Tabs.Tab>}
          {manages && <Tabs.Tab value="access">{t('console.access')}</Tabs.Tab>}
          {manages && <Tabs.Tab value="sensors">{t('console.sensors')}</Tabs.Tab>}
          {manages && <Tabs.Tab value="usage">{t('console.usage')}</Tabs.Tab>}
          {manages && <Tabs.Tab value="settings">{t('console.settings')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="jobs">
          <JobsTab project={project} />
        </Tabs.Panel>
        <Tabs.Panel value="batches">
          <BatchesTab projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="groups">
          <GroupsTab projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="progress">
          <ProgressTab project={project} />
        </Tabs.Panel>
        <Tabs.Panel value="quality">
          {permissions.includes('seeQuality') && <QualityTab projectId={projectId} />}
        </Tabs.Panel>
        <Tabs.Panel value="exports">
          <ExportTab projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="imports">
          <ImportTab projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="tags">
          <TagsTab projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="assistants">
          <AssistantsTab projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <KeysTab projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="callback">
          <CallbackTab projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="access">
          <AccessTab projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="sensors">
          <SensorsTab projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="usage">
          <UsageTab projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <Stack>
            <ProjectSettings project={project} />
            <RetentionSettings projectId={projectId} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
