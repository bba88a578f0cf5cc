import { Button, Code, Group, Select, Table, Text, TextInput, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import type { AuditEntry } from '../../contract/installation.ts'
import { AUDIT_ACTIONS } from '../../model/audit.ts'
import { request } from '../kit/api.ts'
import { useMe } from '../kit/me.tsx'
import { Empty, Failed, Loading } from '../kit/States.tsx'
import { TableHead } from '../kit/TableHead.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { auditCsv } from './auditCsv.ts'
import { DownloadCsv } from './DownloadCsv.tsx'
import { daySpan } from './daySpan.ts'

type FilterName = 'project' | 'actor' | 'action' | 'from' | 'to'

/** The filter is part of the address, so that it can be shared. */
function useFilter() {
  const [search, setSearch] = useSearchParams()
  const get = (name: FilterName) => search.get(name) ?? ''
  const set = (name: FilterName, value: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  return { get, set }
}

/** Who changed what: settings, people, keys and, by hand, jobs. */
export function AuditPage() {
  const t = useTranslator()
  const filter = useFilter()
  const query = {
    project_id: filter.get('project'),
    actor: filter.get('actor'),
    action: filter.get('action'),
    ...daySpan(filter.get('from'), filter.get('to')),
  }
  const load = (pageToken: string | null, signal?: AbortSignal) =>
    request('GET /api/v1/audit', { query: { ...query, page_token: pageToken }, signal })
  const pages = useInfiniteQuery({
    queryKey: ['audit', query],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_page_token,
  })
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <div className="page">
      <Group justify="space-between" mb="md">
        <Title order={1} size="h2">
          {t('audit.title')}
        </Title>
        <DownloadCsv
          fileName={t('audit.file')}
          load={async (token) => {
            const { entries: rows, next_page_token: next } = await load(token)
            return { rows, next }
          }}
          toCsv={auditCsv}
        />
      </Group>
      <Filters filter={filter} />
      {pages.error && <Failed error={pages.error} onRetry={() => pages.refetch()} />}
      {pages.isPending && <Loading />}
      {pages.data && entries.length === 0 && <Empty title={t('audit.empty')}>{t('audit.emptyHint')}</Empty>}
      {entries.length > 0 && <Entries entries={entries} onActor={(id) => filter.set('actor', id)} />}
      {pages.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            {t('common.showMore')}
          </Button>
        </Group>
      )}
    </div>
  )
}

function Filters({ filter }: { filter: ReturnType<typeof useFilter> }) {
  const t = useTranslator()
  const me = useMe()
  const day = (name: 'from' | 'to') => (
    <TextInput
      type="date"
      aria-label={t(`usage.${name}`)}
      value={filter.get(name)}
      onChange={(event) => filter.set(name, event.currentTarget.value)}
    />
  )
  return (
    <Group mb="sm" gap="sm">
      <Select
        aria-label={t('projects.column.project')}
        placeholder={t('queue.allProjects')}
        clearable
        searchable
        limit={100}
        data={me.projects.map(({ projectId, name }) => ({ value: projectId, label: name }))}
        value={filter.get('project') || null}
        onChange={(value) => filter.set('project', value)}
      />
      <Select
        aria-label={t('audit.action')}
        placeholder={t('audit.allActions')}
        clearable
        searchable
        data={[...AUDIT_ACTIONS]}
        value={filter.get('action') || null}
        onChange={(value) => filter.set('action', value)}
      />
      {day('from')}
      {day('to')}
      {filter.get('actor') && (
        <Button variant="subtle" onClick={() => filter.set('actor', null)}>
          {t('audit.allActors')}
        </Button>
      )}
    </Group>
  )
}

function Entries({ entries, onActor }: { entries: readonly AuditEntry[]; onActor(id: string): void }) {
  const t = useTranslator()
  const me = useMe()
  const nameOfProject = new Map(me.projects.map(({ projectId, name }) => [projectId, name]))
  return (
    <Table verticalSpacing="xs">
      <TableHead
        columns={[t('audit.at'), t('audit.actor'), t('audit.action'), t('projects.column.project'), t('audit.change')]}
      />
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{t.moment(entry.at)}</Table.Td>
            <Table.Td>
              <Actor entry={entry} onActor={onActor} />
            </Table.Td>
            <Table.Td>
              <Code>{entry.action}</Code>
              <Text size="xs" c="dimmed" className="clipped" maw="16rem" translate="no" title={entry.object ?? ''}>
                {entry.object}
              </Text>
            </Table.Td>
            <Table.Td>{entry.project_id === null ? '–' : (nameOfProject.get(entry.project_id) ?? '…')}</Table.Td>
            <Table.Td>
              <Change entry={entry} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Actor({ entry: { actor, address }, onActor }: { entry: AuditEntry; onActor(id: string): void }) {
  const t = useTranslator()
  const { id, type } = actor
  const name = actor.name ?? t(`audit.actor.${type}`)
  return (
    <>
      {id === null ? (
        <Text size="sm">{name}</Text>
      ) : (
        <Button variant="transparent" size="compact-sm" p={0} onClick={() => onActor(id)}>
          {name}
        </Button>
      )}
      <Text size="xs" c="dimmed">
        {address}
      </Text>
    </>
  )
}

const LONGEST = 200

function Change({ entry: { before, after } }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const shown = (value: unknown) => {
    const text = value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  }
  return names.map((name) => (
    <Text key={name} size="xs" translate="no" style={{ overflowWrap: 'anywhere' }}>
      <b>{name}</b> {before && `${shown(before[name])} → `}
      {shown(after?.[name])}
    </Text>
  ))
}
