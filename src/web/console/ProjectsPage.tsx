import { Alert, Anchor, Button, Group, Progress, Select, Switch, Table, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { FolderPlus, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ProjectRowAnswer } from '../../contract/console.ts'
import type { NewProjectBody, ProjectCreated } from '../../contract/projects.ts'
import type { Base } from '../../model/project.ts'
import { request } from '../kit/api.ts'
import { DialogForm } from '../kit/DialogForm.tsx'
import { ME_KEY, useMay } from '../kit/me.tsx'
import { Secret } from '../kit/Secret.tsx'
import { Empty, Failed, Loading } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { dataTypeName, dataTypes } from './dataTypes.ts'
import { keys, useProjects } from './queries.ts'
import { ShownOnce } from './ShownOnce.tsx'

/** Fewer are seen at a glance. */
const SEARCHED_FROM = 10

export function ProjectsPage() {
  const t = useTranslator()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 300)
  const projects = useProjects(search)
  const rows = projects.data?.pages.flatMap((page) => page.projects) ?? []
  const mayCreate = useMay('createProjects')
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<ProjectCreated | null>(null)
  const create = (
    <Button leftSection={<FolderPlus size="1rem" />} onClick={() => setCreating(true)}>
      {t('project.new')}
    </Button>
  )
  return (
    <div className="page">
      <Group justify="space-between" mb="md">
        <Title order={1} size="h2">
          {t('console.projects')}
        </Title>
        {mayCreate && create}
      </Group>
      {(text || projects.hasNextPage || rows.length > SEARCHED_FROM) && (
        <TextInput
          mb="sm"
          maw="24rem"
          type="search"
          leftSection={<Search size="1rem" />}
          aria-label={t('projects.search')}
          placeholder={t('projects.search')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {projects.error && <Failed error={projects.error} onRetry={() => projects.refetch()} />}
      {projects.isPending && <Loading />}
      {projects.data && rows.length === 0 && (search ? <Empty title={t('projects.noMatch')} /> : <NoProjects />)}
      {rows.length > 0 && <ProjectTable rows={rows} />}
      {projects.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={projects.isFetchingNextPage} onClick={() => projects.fetchNextPage()}>
            {t('common.showMore')}
          </Button>
        </Group>
      )}
      {isCreating && <NewProject onClose={() => setCreating(false)} onCreated={setCreated} />}
      {created && <ProjectSecrets created={created} onClose={() => setCreated(null)} />}
    </div>
  )
}

function NoProjects() {
  const t = useTranslator()
  const mayCreate = useMay('createProjects')
  return <Empty title={t('projects.empty')}>{mayCreate ? t('projects.emptyHint') : t('projects.askForOne')}</Empty>
}

function ProjectTable({ rows }: { rows: readonly ProjectRowAnswer[] }) {
  const t = useTranslator()
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('projects.column.project')}</Table.Th>
          <Table.Th>{t('projects.column.kind')}</Table.Th>
          <Table.Th w="22%">{t('batches.column.completed')}</Table.Th>
          <Table.Th ta="right">{t('projects.column.failed')}</Table.Th>
          <Table.Th ta="right">{t('batches.column.annotations')}</Table.Th>
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
            <Table.Td>{dataTypeName(t, row.base)}</Table.Td>
            <Table.Td>
              <Completed row={row} />
            </Table.Td>
            <Table.Td ta="right" className="numbers" c={row.failedJobs > 0 ? 'red' : undefined}>
              {t.number(row.failedJobs)}
            </Table.Td>
            <Table.Td ta="right" className="numbers">
              {t.number(row.annotations)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Completed({ row: { completedJobs, totalJobs } }: { row: ProjectRowAnswer }) {
  const t = useTranslator()
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress
        value={totalJobs === 0 ? 0 : (100 * completedJobs) / totalJobs}
        color="teal"
        style={{ flex: 1 }}
        aria-label={t('projects.completedJobs')}
      />
      <Text size="xs" className="numbers" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {t('common.of', { part: completedJobs, whole: totalJobs })}
      </Text>
    </Group>
  )
}

/** Key and secret of a new project, shown this once. */
function ProjectSecrets({ created, onClose }: { created: ProjectCreated; onClose: () => void }) {
  const t = useTranslator()
  const [, go] = useLocation()
  const proceed = () => {
    onClose()
    go(`/projects/${created.project_id}/tags`)
  }
  return (
    <ShownOnce title={t('project.ready')} action={t('console.copiedSecrets')} onClose={proceed}>
      <Alert color="yellow" variant="light" py="xs">
        {t('project.copyBoth')}
      </Alert>
      <Secret label={t('keys.key')} value={created.api_key} hint={t('project.keyHint')} />
      <Secret label={t('callback.secret')} value={created.signing_secret} hint={t('project.secretHint')} />
      <Secret label={t('project.id')} value={created.project_id} />
    </ShownOnce>
  )
}

interface Props {
  onClose(): void
  onCreated(created: ProjectCreated): void
}

function NewProject({ onClose, onCreated }: Props) {
  const t = useTranslator()
  const [name, setName] = useState('')
  const [base, setBase] = useState<Base>('IMAGE')
  const [review, setReview] = useState(false)
  const [callbackUrl, setCallbackUrl] = useState('')
  const create = useAction({
    run: () => {
      const url = callbackUrl.trim()
      const body: NewProjectBody = { name: name.trim(), base, review, ...(url ? { callback: { url } } : {}) }
      return request('POST /api/v1/projects', { body })
    },
    onDone: (created) => {
      onCreated(created)
      onClose()
    },
    changes: [keys.projects, ME_KEY],
    quiet: true,
  })
  return (
    <DialogForm
      title={t('project.new')}
      action={t('common.create')}
      isReady={name.trim() !== ''}
      isPending={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('common.name')}
        required
        data-autofocus
        maxLength={256}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        label={t('project.dataType')}
        description={t('project.dataTypeHint')}
        data={dataTypes(t)}
        value={base}
        onChange={(value) => value && setBase(value)}
        allowDeselect={false}
      />
      <TextInput
        label={t('project.callbackUrl')}
        description={t('project.callbackHint')}
        type="url"
        placeholder={t('console.optionalUrl')}
        value={callbackUrl}
        onChange={(event) => setCallbackUrl(event.currentTarget.value)}
      />
      <Switch
        label={t('project.reviewAll')}
        checked={review}
        onChange={(event) => setReview(event.currentTarget.checked)}
      />
    </DialogForm>
  )
}
