import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ProjectRowAnswer } from '../../contract/console.ts'
import type { Permission } from '../../model/permissions.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import { AccessTab } from './AccessTab.tsx'
import { AssistantsTab } from './assistants/AssistantsTab.tsx'
import { BatchesTab } from './BatchesTab.tsx'
import { CallbackTab } from './CallbackTab.tsx'
import { ExportTab } from './exchange/ExportTab.tsx'
import { ImportTab } from './exchange/ImportTab.tsx'
import { GroupsTab } from './GroupsTab.tsx'
import { JobsTab } from './jobs/JobsTab.tsx'
import { KeysTab } from './KeysTab.tsx'
import { ProjectSettings } from './ProjectSettings.tsx'
import { ProgressTab } from './progress/ProgressTab.tsx'
import { QualityTab } from './quality/QualityTab.tsx'
import { RetentionSettings } from './RetentionSettings.tsx'
import { SensorsTab } from './SensorsTab.tsx'
import { TagsTab } from './tags/TagsTab.tsx'
import { UsageTab } from './UsageTab.tsx'

interface ProjectTab {
  /** The tab's name in the address. */
  id: string
  title: Message
  /** People without it do not see the tab. */
  permission: Permission | null
  content(project: ProjectRowAnswer): ReactNode
}

export const PROJECT_TABS: readonly ProjectTab[] = [
  { id: 'jobs', title: msg('console.jobs'), permission: null, content: (project) => <JobsTab project={project} /> },
  {
    id: 'batches',
    title: msg('console.batches'),
    permission: null,
    content: ({ projectId }) => <BatchesTab projectId={projectId} />,
  },
  {
    id: 'groups',
    title: msg('groups.title'),
    permission: 'manageProjects',
    content: ({ projectId }) => <GroupsTab projectId={projectId} />,
  },
  {
    id: 'progress',
    title: msg('progress.title'),
    permission: null,
    content: (project) => <ProgressTab project={project} />,
  },
  {
    id: 'quality',
    title: msg('console.quality'),
    permission: 'seeQuality',
    content: ({ projectId }) => <QualityTab projectId={projectId} />,
  },
  {
    id: 'exports',
    title: msg('exchange.export'),
    permission: 'manageJobs',
    content: ({ projectId }) => <ExportTab projectId={projectId} />,
  },
  {
    id: 'imports',
    title: msg('exchange.import'),
    permission: 'manageJobs',
    content: ({ projectId }) => <ImportTab projectId={projectId} />,
  },
  {
    id: 'tags',
    title: msg('console.tags'),
    permission: 'manageProjects',
    content: ({ projectId }) => <TagsTab projectId={projectId} />,
  },
  {
    id: 'assistants',
    title: msg('assist.assistants'),
    permission: 'manageProjects',
    content: ({ projectId }) => <AssistantsTab projectId={projectId} />,
  },
  {
    id: 'keys',
    title: msg('console.keys'),
    permission: 'manageProjects',
    content: ({ projectId }) => <KeysTab projectId={projectId} />,
  },
  {
    id: 'callback',
    title: msg('console.callback'),
    permission: 'manageProjects',
    content: ({ projectId }) => <CallbackTab projectId={projectId} />,
  },
  {
    id: 'access',
    title: msg('console.access'),
    permission: 'manageProjects',
    content: ({ projectId }) => <AccessTab projectId={projectId} />,
  },
  {
    id: 'sensors',
    title: msg('console.sensors'),
    permission: 'manageProjects',
    content: ({ projectId }) => <SensorsTab projectId={projectId} />,
  },
  {
    id: 'usage',
    title: msg('console.usage'),
    permission: 'manageProjects',
    content: ({ projectId }) => <UsageTab projectId={projectId} />,
  },
  {
    ...{ id: 'settings', title: msg('console.settings'), permission: 'manageProjects' },
    content: (project) => (
      <Stack>
        <ProjectSettings project={project} />
        <RetentionSettings projectId={project.projectId} />
      </Stack>
    ),
  },
]
