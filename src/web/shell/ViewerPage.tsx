import { useState } from 'react'
import { OpeningPage } from './JobPage.tsx'
import { useOpenJob } from './useOpenJob.ts'
import { Workbench } from './Workbench.tsx'

/** What whoever has a viewer's link sees: the same workbench, read-only, without anybody signed in. */
export function ViewerPage({ jobId }: { jobId: string }) {
  const [sig] = useState(() => new URLSearchParams(location.search).get('sig') ?? '')
  const { opening, reopen } = useOpenJob({ kind: 'viewer', jobId, sig })
  if (opening.state !== 'open') return <OpeningPage opening={opening} onRetry={reopen} />
  return <Workbench job={opening.job} me={null} onReopen={reopen} />
}
