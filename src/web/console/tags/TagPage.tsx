import { Anchor, Breadcrumbs, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { request } from '../../kit/api.ts'
import { Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { keys } from '../queries.ts'
import { TagEditor } from './TagEditor.tsx'
import { draftOf, newTag } from './tagDraft.ts'

/** A tag being made (`name` null) or changed. */
export function TagPage({ projectId, name }: { projectId: string; name: string | null }) {
  const t = useTranslator()
  return (
    <div className="page">
      <Breadcrumbs mb={4}>
        <Anchor component={Link} href="/projects" size="sm">
          {t('console.projects')}
        </Anchor>
        <Anchor component={Link} href={`/projects/${projectId}/tags`} size="sm">
          {t('console.tags')}
        </Anchor>
        {name && (
          <Text size="sm" c="dimmed">
            {name}
          </Text>
        )}
      </Breadcrumbs>
      <Title order={1} size="h2" mb="md">
        {name ?? t('tag.new')}
      </Title>
      {name === null ? <NewTag projectId={projectId} /> : <ExistingTag projectId={projectId} name={name} />}
    </div>
  )
}

function NewTag({ projectId }: { projectId: string }) {
  const [start] = useState(newTag)
  return <TagEditor projectId={projectId} start={start} isNew />
}

function ExistingTag({ projectId, name }: { projectId: string; name: string }) {
  const tag = useQuery({
    queryKey: [...keys.tags(projectId), name],
    queryFn: ({ signal }) =>
      request('GET /api/v1/projects/:pid/tags/:tag', { params: { pid: projectId, tag: name }, signal }),
    // A draft that a person is editing must not be replaced.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return <Loaded of={tag}>{(shown) => <TagEditor projectId={projectId} start={draftOf(shown)} isNew={false} />}</Loaded>
}
