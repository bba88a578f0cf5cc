import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** What this person submitted or decided last. */
export interface LastSubmission {
  jobId: string
  referenceId: string
  done: 'submitted' | 'accepted' | 'rejected'
  canUndo: boolean
  /** How long it is shown, and can be taken back; milliseconds of this computer's clock. */
  untilMs: number
}

interface Holder {
  last: LastSubmission | null
  setLast(last: LastSubmission | null): void
}

const LastSubmissionContext = createContext<Holder>({ last: null, setLast: () => {} })

/** Outlives the page of the job: the next one is open by then. */
export function LastSubmissionProvider({ children }: { children: ReactNode }) {
  const [last, setLast] = useState<LastSubmission | null>(null)
  const holder = useMemo(() => ({ last, setLast }), [last])
  return <LastSubmissionContext.Provider value={holder}>{children}</LastSubmissionContext.Provider>
}

export const useLastSubmission = (): Holder => useContext(LastSubmissionContext)
