import { Button, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link, Redirect, Route, Switch } from 'wouter'
import type { MeAnswer } from '../contract/people.ts'
import { ErrorBoundary } from './kit/ErrorBoundary.tsx'
import { Frame } from './kit/Frame.tsx'
import { KeptLanguage } from './kit/KeptLanguage.tsx'
import { LastSubmissionProvider } from './kit/lastSubmission.tsx'
import { MeContext, useMeQuery } from './kit/me.tsx'
import { NextPictureProvider } from './kit/NextPictureProvider.tsx'
import { placesOf } from './kit/places.ts'
import { Empty, Failed, Loading } from './kit/States.tsx'
import { withTexts } from './messages/catalogue.ts'
import { useTranslator } from './messages/useTranslator.tsx'
import { AccountPage } from './people/AccountPage.tsx'
import { InvitationPage } from './people/InvitationPage.tsx'
import { SetUpPage } from './people/SetUpPage.tsx'
import { SignInPage } from './people/SignInPage.tsx'
import { QueuePage } from './queue/QueuePage.tsx'
import { QueueFilterProvider } from './queue/queueFilter.tsx'

// Annotators never need the console, and admins seldom the workbench.
const ConsoleRoutes = lazy(async () => ({
  default: (await withTexts(['consolePages', 'ownWork', 'job'], import('./console/ConsoleRoutes.tsx'))).ConsoleRoutes,
}))
const PeoplePage = lazy(async () => ({ default: (await import('./people/PeoplePage.tsx')).PeoplePage }))
const OwnQualityPage = lazy(async () => ({
  default: (await withTexts(['ownWork'], import('./people/OwnQualityPage.tsx'))).OwnQualityPage,
}))
const JobPage = lazy(async () => ({
  default: (await withTexts(['workbench', 'job'], import('./shell/JobPage.tsx'))).JobPage,
}))
const ViewerPage = lazy(async () => ({
  default: (await withTexts(['workbench', 'job'], import('./shell/ViewerPage.tsx'))).ViewerPage,
}))

export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/setup" component={SetUpPage} />
          <Route path="/invite" component={InvitationPage} />
          <Route path="/view/:jid">{({ jid }) => <ViewerPage jobId={jid} />}</Route>
          <Route path={KNOWN}>
            <SignedIn />
          </Route>
          <Route>
            <LostPage />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}

/** Addresses to which signing in can lead. */
const KNOWN = /^\/(?:(?:queue|account|people|audit|tasks|jobs?|projects|console)(?:\/.*)?)?$/

/** The page of an unknown address. It asks nothing about the visitor. */
function LostPage() {
  const t = useTranslator()
  return (
    <main className="page-narrow">
      <Stack align="start">
        <Title order={1} size="h3">
          {t('app.notFound.title')}
        </Title>
        <Text>{t('app.notFound.alone')}</Text>
        <Button component={Link} href="/">
          {t('app.notFound.start')}
        </Button>
      </Stack>
    </main>
  )
}

function SignedIn() {
  const me = useMeQuery()
  if (me.data === undefined) {
    return me.error ? <Failed error={me.error} onRetry={() => me.refetch()} /> : <Loading />
  }
  if (me.data === null) return <SignInPage />
  return (
    <MeContext.Provider value={me.data}>
      <KeptLanguage />
      <LastSubmissionProvider>
        <QueueFilterProvider>
          <NextPictureProvider>
            <Switch>
              <Route path="/jobs/:jid">{({ jid }) => <JobPage key={jid} jobId={jid} />}</Route>
              <Route>
                <Framed me={me.data} />
              </Route>
            </Switch>
          </NextPictureProvider>
        </QueueFilterProvider>
      </LastSubmissionProvider>
    </MeContext.Provider>
  )
}

function Framed({ me }: { me: MeAnswer }) {
  const t = useTranslator()
  const start = placesOf(me)[0]?.to ?? '/account'
  return (
    <Frame>
      <ErrorBoundary>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/">
              <Redirect to={start} replace />
            </Route>
            <Route path="/queue" component={QueuePage} />
            <Route path="/account" component={AccountPage} />
            <Route path="/account/work" component={OwnQualityPage} />
            <Route path="/people" component={PeoplePage} />
            <Route path="/audit" component={ConsoleRoutes} />
            <Route path="/tasks" component={ConsoleRoutes} />
            <Route path="/projects/*?" component={ConsoleRoutes} />
            <Route>
              <Empty title={t('app.notFound.title')}>{t('app.notFound.hint')}</Empty>
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Frame>
  )
}
