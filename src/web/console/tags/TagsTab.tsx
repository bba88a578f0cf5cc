import { Anchor, Button, Group, Table } from '@mantine/core'
import { Plus } from 'lucide-react'
import { Link } from 'wouter'
import { Empty, Loaded } from '../../kit/States.tsx'
import { OPERATION_WORDS } from '../../kit/words.ts'
import { useTags } from '../queries.ts'

export function TagsTab({ projectId }: { projectId: string }) {
  const tags = useTags(projectId)
  return (
    <>
      <Group justify="end" mb="sm">
        <Button component={Link} href={`/projects/${projectId}/new-tag`} leftSection={<Plus size="1rem" />}>
          New tag
        </Button>
      </Group>
      <Loaded of={tags} what="tags">
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No tags yet">
              A tag says what there is to do: the kind of work, the classes and their attributes. Each job names one.
            </Empty>
          ) : (
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Tag</Table.Th>
                  <Table.Th>Kind of work</Table.Th>
                  <Table.Th>Classes</Table.Th>
                  <Table.Th>Review</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={row.tag}>
                    <Table.Td>
                      <Anchor
                        component={Link}
                        href={`/projects/${projectId}/tags/${encodeURIComponent(row.tag)}`}
                        size="sm"
                        fw={500}
                      >
                        {row.tag}
                      </Anchor>
                    </Table.Td>
                    <Table.Td>{OPERATION_WORDS[row.operation]}</Table.Td>
                    <Table.Td>
                      <Group gap="xs">
                        {row.classes.slice(0, 8).map(({ class_id, name, color }) => (
                          <Group key={class_id} gap={4} wrap="nowrap">
                            <span className="swatch" style={{ background: color }} />
                            {name}
                          </Group>
                        ))}
                        {row.classes.length > 8 && `and ${row.classes.length - 8} more`}
                      </Group>
                    </Table.Td>
                    <Table.Td>
                      {row.review === undefined || row.review === null ? 'as the project' : row.review ? 'yes' : 'no'}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Loaded>
    </>
  )
}
