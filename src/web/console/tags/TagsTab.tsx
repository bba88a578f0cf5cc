import { Anchor, Button, Group, Table } from '@mantine/core'
import { Plus } from 'lucide-react'
import { Link } from 'wouter'
import { Empty, Loaded } from '../../kit/States.tsx'
import { TableHead } from '../../kit/TableHead.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useTags } from '../queries.ts'

export function TagsTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const tags = useTags(projectId)
  return (
    <>
      <Group justify="end" mb="sm">
        <Button component={Link} href={`/projects/${projectId}/new-tag`} leftSection={<Plus size="1rem" />}>
          {t('tag.new')}
        </Button>
      </Group>
      <Loaded of={tags}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('tags.empty')}>{t('tags.emptyHint')}</Empty>
          ) : (
            <Table>
              <TableHead columns={[t('tags.column.tag'), t('tag.type'), t('tag.classes'), t('tag.review')]} />
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
                    <Table.Td>{t(`annotationType.${row.operation}`)}</Table.Td>
                    <Table.Td>
                      <Group gap="xs">
                        {row.classes.slice(0, 8).map(({ class_id, name, color }) => (
                          <Group key={class_id} gap={4} wrap="nowrap">
                            <span className="swatch" style={{ background: color }} />
                            {name}
                          </Group>
                        ))}
                        {row.classes.length > 8 && t('common.andMore', { count: row.classes.length - 8 })}
                      </Group>
                    </Table.Td>
                    <Table.Td>
                      {row.review === undefined || row.review === null
                        ? t('tags.review.project')
                        : typeof row.review === 'object'
                          ? t('tags.review.share', { share: row.review.share })
                          : row.review
                            ? t('tags.review.always')
                            : t('tags.review.never')}
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
