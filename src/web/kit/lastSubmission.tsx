import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** This person's last submission or decision. */
export interface LastSubmission {
  jobId: string
  referenceId: string
  done: 'submitted' | 'accepted' | 'rejected'
  canUndo: boolean
  /** Until when it is shown, and can be undone; milliseconds of this computer's clock. */
  untilMs: number
}

interface Holder {
  last: LastSubmission | null
  setLast(last: LastSubmission | null): void
}

const LastSubmissionContext = createContext<Holder>({ last: null, setLast: () => {} })

/** Outlives the page of the job, since the next job is open by that time. */
export function LastSubmissionProvider({ children }: { children: ReactNode }) {
  const [last, setLast] = useState<LastSubmission | null>(null)
  const holder = useMemo(() => ({ last, setLast }), [last])
  return <LastSubmissionContext.Provider value={holder}>{children}</LastSubmissionContext.Provider>
}

export const useLastSubmission = (): Holder => useContext(LastSubmissionContext)
