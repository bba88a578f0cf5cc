import { Anchor, Button, Group, Progress, Table, Text, Title } from '@mantine/core'
import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ProjectCreated } from '../../client/types/admin.ts'
import type { ProjectRow } from '../../formats/workbench/console.ts'
import { useMay } from '../kit/me.tsx'
import { Empty, Loaded } from '../kit/States.tsx'
import { BASE_WORDS } from '../kit/words.ts'
import { NewProject } from './NewProject.tsx'
import { ProjectSecrets } from './ProjectSecrets.tsx'
import { useProjects } from './queries.ts'

export function ProjectsPage() {
  const projects = useProjects()
  const mayCreate = useMay('createProjects')
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<ProjectCreated | null>(null)
  const create = (
    <Button leftSection={<FolderPlus size="1rem" />} onClick={() => setCreating(true)}>
      New project
    </Button>
  )
  return (
    <div className="page">
      <Group justify="space-between" mb="md">
        <Title order={1} size="h2">
          Projects
        </Title>
        {mayCreate && create}
      </Group>
      <Loaded of={projects} what="projects">
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No projects yet">
              {mayCreate
                ? 'A project holds the tags that say what is annotated, the jobs, and the keys that submit them.'
                : 'Whoever invited you can add you to a project.'}
            </Empty>
          ) : (
            <ProjectTable rows={rows} />
          )
        }
      </Loaded>
      {isCreating && <NewProject onClose={() => setCreating(false)} onCreated={setCreated} />}
      {created && <ProjectSecrets created={created} onClose={() => setCreated(null)} />}
    </div>
  )
}

function ProjectTable({ rows }: { rows: readonly ProjectRow[] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Project</Table.Th>
          <Table.Th>Kind</Table.Th>
          <Table.Th w="22%">Completed</Table.Th>
          <Table.Th ta="right">Failed</Table.Th>
          <Table.Th ta="right">Annotations</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.projectId}>
            <Table.Td>
              <Anchor component={Link} href={`/projects/${row.projectId}`} size="sm" fw={500}>
                {row.name}
              </Anchor>
            </Table.Td>
            <Table.Td>{BASE_WORDS[row.base] ?? row.base}</Table.Td>
            <Table.Td>
              <Completed row={row} />
            </Table.Td>
            <Table.Td ta="right" className="numbers" c={row.failedJobs > 0 ? 'red' : undefined}>
              {row.failedJobs.toLocaleString()}
            </Table.Td>
            <Table.Td ta="right" className="numbers">
              {row.annotations.toLocaleString()}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Completed({ row: { completedJobs, totalJobs } }: { row: ProjectRow }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress
        value={totalJobs === 0 ? 0 : (100 * completedJobs) / totalJobs}
        color="teal"
        style={{ flex: 1 }}
        aria-label="Completed jobs"
      />
      <Text size="xs" className="numbers" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {completedJobs.toLocaleString()} of {totalJobs.toLocaleString()}
      </Text>
    </Group>
  )
}
