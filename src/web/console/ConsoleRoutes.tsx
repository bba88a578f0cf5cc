import { Anchor, Breadcrumbs, Tabs, Text, Title } from '@mantine/core'
import { Link, Route, Switch, useLocation } from 'wouter'
import type { ProjectRowAnswer } from '../../contract/console.ts'
import { ApiFailure } from '../kit/api.ts'
import { useMe } from '../kit/me.tsx'
import { Empty, Loaded } from '../kit/States.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { AuditPage } from './AuditPage.tsx'
import { dataTypeName } from './dataTypes.ts'
import { JobDetailPage } from './JobDetailPage.tsx'
import { ProjectsPage } from './ProjectsPage.tsx'
import { PROJECT_TABS } from './projectTabs.tsx'
import { useProject } from './queries.ts'
import { TasksPage } from './TasksPage.tsx'
import { TagPage } from './tags/TagPage.tsx'

function ProjectPage({ projectId, tab }: { projectId: string; tab: string }) {
  const t = useTranslator()
  const project = useProject(projectId)
  return (
    <div className="page">
      {isMissing(project.error) ? (
        <Empty title={t('console.noProject')}>{t('console.noProjectHint')}</Empty>
      ) : (
        <Loaded of={project}>{(row) => <Project project={row} tab={tab} />}</Loaded>
      )}
    </div>
  )
}

/** Projects of others, and invalid ids, look like unknown projects. */
const isMissing = (error: Error | null): boolean =>
  error instanceof ApiFailure && [400, 403, 404].includes(error.status)

function Project({ project, tab }: { project: ProjectRowAnswer; tab: string }) {
  const t = useTranslator()
  const { permissions } = useMe()
  const [, go] = useLocation()
  const { projectId } = project
  const tabs = PROJECT_TABS.filter(({ permission }) => permission === null || permissions.includes(permission))
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
          {tabs.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id}>
              {t.of(title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ id, content }) => (
          <Tabs.Panel key={id} value={id}>
            {content(project)}
          </Tabs.Panel>
        ))}
      </Tabs>
      {!tabs.some(({ id }) => id === tab) && <Empty title={t('app.notFound.title')}>{t('app.notFound.hint')}</Empty>}
    </>
  )
}

export function ConsoleRoutes() {
  const t = useTranslator()
  return (
    <Switch>
      <Route path="/audit" component={AuditPage} />
      <Route path="/tasks" component={TasksPage} />
      <Route path="/projects" component={ProjectsPage} />
      <Route path="/projects/:pid/tags/:tag">
        {({ pid, tag }) => <TagPage key={tag} projectId={pid} name={tag} />}
      </Route>
      <Route path="/projects/:pid/new-tag">{({ pid }) => <TagPage projectId={pid} name={null} />}</Route>
      <Route path="/projects/:pid/jobs/:jid">{({ pid, jid }) => <JobDetailPage projectId={pid} jobId={jid} />}</Route>
      <Route path="/projects/:pid/:tab?">{({ pid, tab }) => <ProjectPage projectId={pid} tab={tab ?? 'jobs'} />}</Route>
      <Route>
        <Empty title={t('app.notFound.title')} />
      </Route>
    </Switch>
  )
}
