import '@mantine/spotlight/styles.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { JobRowAnswer, ProjectRowAnswer } from '../../../contract/console.ts'
import type { PersonAnswer } from '../../../contract/people.ts'
import { isUuid } from '../../../model/uuid.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { request } from '../api.ts'
import { nameOf, useMe } from '../me.tsx'
import { placesOf } from '../places.ts'
import { matching, type SearchEntry, type SearchGroup } from './searchEntry.ts'

const SHOWN = 5
/** Jobs are searched in the current project, or in this many others. */
const MOST_PROJECTS = 5

interface FoundRecords {
  projects: readonly ProjectRowAnswer[]
  jobs: readonly (JobRowAnswer & { projectId: string })[]
  people: readonly PersonAnswer[]
  isSearching: boolean
}

/** Projects, jobs and people that match the text; the service answers with what this person may see. */
function useFoundRecords(query: string, projectId: string | null): FoundRecords {
  const { permissions } = useMe()
  const wanted = query.trim()
  const projects = useQuery({
    queryKey: ['projects', 'found', wanted],
    queryFn: ({ signal }) => request('GET /api/projects', { query: { search: wanted || undefined }, signal }),
    enabled: permissions.includes('viewJobs'),
    placeholderData: keepPreviousData,
  })
  const jobs = useQuery({
    queryKey: ['jobs', 'found', projectId, wanted],
    queryFn: ({ signal }) => findJobs(wanted, projectId, signal),
    enabled: permissions.includes('viewJobs') && wanted.length > 1,
  })
  const people = useQuery({
    queryKey: ['people', 'found'],
    queryFn: ({ signal }) => request('GET /api/people', { signal }),
    enabled: permissions.includes('managePeople') && wanted.length > 1,
    staleTime: 60_000,
  })
  const fits = ({ name, email }: PersonAnswer) => `${name ?? ''} ${email}`.toLowerCase().includes(wanted.toLowerCase())
  return {
    projects: projects.data?.projects.slice(0, SHOWN) ?? [],
    jobs: jobs.data ?? [],
    people: wanted.length > 1 ? (people.data?.people.filter(fits).slice(0, SHOWN) ?? []) : [],
    isSearching: jobs.isLoading || projects.isPlaceholderData,
  }
}

async function findJobs(q: string, projectId: string | null, signal: AbortSignal): Promise<FoundRecords['jobs']> {
  const ids = projectId === null ? await firstProjects(signal) : [projectId]
  const found = await Promise.all(
    ids.map(async (pid) => {
      const query = { q, limit: SHOWN }
      const { jobs } = await request('GET /api/projects/:pid/jobs', { params: { pid }, query, signal })
      return jobs.map((job) => ({ ...job, projectId: pid }))
    }),
  )
  return found.flat().slice(0, SHOWN * 2)
}

async function firstProjects(signal: AbortSignal): Promise<string[]> {
  const { projects } = await request('GET /api/projects', { query: {}, signal })
  return projects.slice(0, MOST_PROJECTS).map((project) => project.projectId)
}

export interface SearchProps {
  /** Jobs are looked for here; null: in all projects. */
  projectId: string | null
  /** The commands of the page where the search was opened. */
  commands: readonly SearchEntry[]
  onClose(): void
}

/** One field for everything that has a name: pages, projects, jobs, people, and what can be done here. */
export function SearchDialog({ projectId, commands, onClose }: SearchProps) {
  const t = useTranslator()
  // One store a dialog: one that others share would remember how the last dialog ended.
  const [[store, { open }]] = useState(createSpotlight)
  const [query, setQuery] = useState('')
  const { groups, isSearching } = useGroups(query, projectId, commands)
  const isEmpty = groups.every(({ entries }) => entries.length === 0)
  useEffect(open, [open])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      scrollable
      attributes={{ content: { 'aria-label': t('search.title') } }}
    >
      <Spotlight.Search
        placeholder={t('search.placeholder')}
        aria-label={t('search.title')}
        leftSection={<Search size="1rem" />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ name, entries }) =>
          entries.length === 0 ? null : (
            <Spotlight.ActionsGroup key={name} label={name}>
              {entries.map(({ id, label, hint, run }) => (
                <Spotlight.Action
                  key={id}
                  label={label}
                  rightSection={hint && <span className="panel-faint">{hint}</span>}
                  onClick={run}
                />
              ))}
            </Spotlight.ActionsGroup>
          ),
        )}
        {isEmpty && (
          <Spotlight.Empty>
            <span role="status">{isSearching ? t('common.loading') : t('search.nothing', { query })}</span>
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <Spotlight.Footer className="panel-faint">{t('search.hint')}</Spotlight.Footer>
    </Spotlight.Root>
  )
}

function useGroups(query: string, projectId: string | null, commands: readonly SearchEntry[]) {
  const t = useTranslator()
  const me = useMe()
  const [, go] = useLocation()
  const found = useFoundRecords(query, projectId)
  const mayManage = me.permissions.includes('manageJobs')
  const link = (id: string, label: string, to: string, hint?: string): SearchEntry => ({
    id,
    label,
    hint,
    run: () => go(to),
  })
  const pages = [
    ...placesOf(me).map(({ to, label }) => link(to, t(label), to)),
    link('/account', t('app.account'), '/account'),
    ...(me.permissions.includes('annotate') ? [link('/account/work', t('ownQuality.title'), '/account/work')] : []),
  ]
  const wanted = query.trim()
  const jobs = found.jobs.map(({ jobId, referenceId, tag, projectId: pid }) =>
    link(jobId, referenceId, mayManage ? `/projects/${pid}/jobs/${jobId}` : `/jobs/${jobId}`, tag),
  )
  const groups: SearchGroup[] = [
    {
      name: t('search.commands'),
      entries: wanted === '' ? commands.slice(0, 5) : matching(commands, wanted).slice(0, 12),
    },
    { name: t('search.pages'), entries: matching(pages, wanted) },
    {
      name: t('search.projects'),
      entries: found.projects.map((one) => link(one.projectId, one.name, `/projects/${one.projectId}`)),
    },
    {
      name: t('search.jobs'),
      entries: isUuid(wanted) ? [link('id', t('search.openJob', { id: wanted }), `/jobs/${wanted}`)] : jobs,
    },
    {
      name: t('search.people'),
      entries: found.people.map((one) =>
        link(one.userId, nameOf(one), `/people?search=${encodeURIComponent(one.email)}`, one.email),
      ),
    },
  ]
  return { groups, isSearching: found.isSearching }
}
