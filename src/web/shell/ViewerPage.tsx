import { useState } from 'react'
import { OpeningPage } from './JobPage.tsx'
import { useOpenJob } from './useOpenJob.ts'
import { Workbench } from './Workbench.tsx'

/** The page of a public read-only link: the same workbench without signing in. */
export function ViewerPage({ jobId }: { jobId: string }) {
  const [sig] = useState(() => new URLSearchParams(location.search).get('sig') ?? '')
  const { opening, reopen } = useOpenJob({ kind: 'viewer', jobId, sig })
  if (opening.state !== 'open') return <OpeningPage opening={opening} isViewer onRetry={reopen} />
  return <Workbench job={opening.job} me={null} onReopen={reopen} />
}
