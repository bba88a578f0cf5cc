import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { KeptSensor } from '../../contract/access.ts'
import type { ProjectRowAnswer } from '../../contract/console.ts'
import type { Permission } from '../../model/permissions.ts'
import { request } from '../kit/api.ts'
import { Empty, Loaded } from '../kit/States.tsx'
import { TableHead } from '../kit/TableHead.tsx'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { AccessTab } from './AccessTab.tsx'
import { DataTab } from './adding/DataTab.tsx'
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
import { keys } from './queries.ts'
import { RetentionSettings } from './RetentionSettings.tsx'
import { SensorDialog } from './SensorDialog.tsx'
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
    id: 'data',
    title: msg('data.add'),
    permission: 'manageJobs',
    content: ({ projectId }) => <DataTab projectId={projectId} />,
  },
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
    id: 'settings',
    title: msg('console.settings'),
    permission: 'manageProjects',
    content: (project) => (
      <Stack>
        <ProjectSettings project={project} />
        <RetentionSettings projectId={project.projectId} />
      </Stack>
    ),
  },
]

/** Sensors whose configuration the project keeps, so that jobs need not repeat it. */
function SensorsTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const sensors = useQuery({
    queryKey: keys.sensors(projectId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/projects/:pid/sensors', { params: { pid: projectId }, signal })).sensors,
  })
  const [edited, setEdited] = useState<{ sensor: KeptSensor | null } | null>(null)
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          {t('sensors.hint')}
        </Text>
        <Button onClick={() => setEdited({ sensor: null })}>{t('sensor.new')}</Button>
      </Group>
      <Loaded of={sensors}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('sensors.empty')}>{t('sensors.emptyHint')}</Empty>
          ) : (
            <Rows rows={rows} onEdit={(sensor) => setEdited({ sensor })} />
          )
        }
      </Loaded>
      {edited && <SensorDialog projectId={projectId} kept={edited.sensor} onClose={() => setEdited(null)} />}
    </>
  )
}

function Rows({ rows, onEdit }: { rows: readonly KeptSensor[]; onEdit(sensor: KeptSensor): void }) {
  const t = useTranslator()
  return (
    <Table>
      <TableHead
        columns={[
          t('sensors.column.sensor'),
          t('common.name'),
          t('sensor.kind'),
          t('sensor.lens'),
          { number: t('sensors.column.focal') },
        ]}
        hasActions
      />
      <Table.Tbody>
        {rows.map((sensor) => (
          <Table.Tr key={sensor.sensor_id}>
            <Table.Td ff="monospace">{sensor.sensor_id}</Table.Td>
            <Table.Td>{sensor.name}</Table.Td>
            <Table.Td>
              {sensor.modality && t(`sensor.kind.${sensor.modality}`)}
              {sensor.state === 'non_editable' && (
                <Text span size="xs" c="dimmed" ml={6}>
                  {t('sensor.readOnly')}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{sensor.camera_model}</Table.Td>
            <Table.Td ta="right" className="numbers">
              {sensor.intrinsics?.fx}
            </Table.Td>
            <Table.Td ta="right">
              <Button size="compact-sm" variant="default" onClick={() => onEdit(sensor)}>
                {t('common.change')}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
