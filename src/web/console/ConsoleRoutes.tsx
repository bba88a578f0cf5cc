import { Route, Switch } from 'wouter'
import { Empty } from '../kit/States.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { AuditPage } from './AuditPage.tsx'
import { JobDetailPage } from './JobDetailPage.tsx'
import { ProjectPage } from './ProjectPage.tsx'
import { ProjectsPage } from './ProjectsPage.tsx'
import { TasksPage } from './TasksPage.tsx'
import { TagPage } from './tags/TagPage.tsx'

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
