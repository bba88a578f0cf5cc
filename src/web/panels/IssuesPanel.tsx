import { Checkbox, Stack } from '@mantine/core'
import { useSession } from '../document/useSession.ts'
import { Empty, Loaded } from '../kit/States.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { useIssues } from '../workbench/useIssues.ts'
import { IssueCard } from './IssueCard.tsx'
import { NewIssue } from './NewIssue.tsx'

/** The comments about this job, pinned to their places. */
export function IssuesPanel() {
  const t = useTranslator()
  const { session, me } = useShell()
  const { pins } = session
  const issues = useIssues()
  const withResolved = useSession(session, (open) => open.pins.showsResolved)
  const opened = useSession(session, (open) => open.pins.opened)
  return (
    <div className="sidebar-scroll">
      <Stack gap="sm">
        {me?.permissions.includes('discuss') && <NewIssue />}
        <Loaded of={issues}>
          {(all) => {
            const shown = all.filter(({ resolved }) => withResolved || !resolved)
            const resolved = all.filter((issue) => issue.resolved).length
            return (
              <>
                {shown.length === 0 && <Empty title={t('issues.none')} />}
                {shown.map((issue) => (
                  <IssueCard key={issue.issueId} issue={issue} opened={opened?.id === issue.issueId ? opened : null} />
                ))}
                {resolved > 0 && (
                  <Checkbox
                    size="xs"
                    label={t('issues.showResolved', { count: resolved })}
                    checked={withResolved}
                    onChange={(event) => pins.showResolved(event.currentTarget.checked)}
                  />
                )}
              </>
            )
          }}
        </Loaded>
      </Stack>
    </div>
  )
}
