import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** What this person submitted last, and until when they can take it back; milliseconds of this computer's clock. */
export interface LastSubmission {
  jobId: string
  referenceId: string
  undoUntilMs: number
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
