import type { AttributeValue } from '../../../model/attribute.ts'
import type { Finding, FindingCode } from '../../../model/checks/finding.ts'
import { severityOf } from '../../../model/checks/severity.ts'
import type { CheckedJob } from '../../document/jobChecks.ts'
import type { EditorSession } from '../../document/session.ts'

/** Something that the person has to see before the job is submitted. */
export interface SubmitReason {
  code: string
  count: number
  /** No one may submit before it is corrected. */
  isError: boolean
  /** The findings of the checks; empty for reasons that the page counts itself. */
  findings: readonly Finding[]
}

/** All reasons to ask before submitting, errors first; empty: it is sent without a question. */
export function submitReasons(
  session: Pick<EditorSession, 'document' | 'suggestions' | 'job' | 'inWork'>,
  { findings, complete }: Pick<CheckedJob, 'findings' | 'complete'>,
  openIssues: number,
): SubmitReason[] {
  // Notes neither block nor ask.
  const asked = findings.filter(({ severity }) => severity !== 'note')
  const byCode = Map.groupBy(asked, ({ code }): string => code)
  const found = [...byCode].map(([code, some]) => ({
    code,
    count: code === 'UNDECIDED_SUGGESTIONS' ? Number(some[0].values?.suggestions ?? 1) : some.length,
    isError: some.some(({ severity }) => severity === 'error'),
    findings: code === 'UNDECIDED_SUGGESTIONS' ? [] : some,
  }))
  const { job, suggestions, inWork } = session
  const counted = (code: string, count: number, isError = false): SubmitReason => ({
    code,
    count,
    isError: isError || found.some((one) => one.code === code && one.isError),
    findings: [],
  })
  // The page knows these before the service does.
  const rated = (code: FindingCode, count: number): SubmitReason[] => {
    const severity = severityOf(code, job.tag)
    return severity === null ? [] : [counted(code, count, severity === 'error')]
  }
  const unfinished = inWork.unfinishedCount
  const undecided = suggestions.undecidedCount ?? 0
  const reasons = [
    ...(isEmptyJob(session) ? rated('EMPTY_JOB', 0) : []),
    ...(unfinished > 0 ? [counted('UNFINISHED_SHAPE', unfinished)] : []),
    ...(undecided > 0 ? rated('UNDECIDED_SUGGESTIONS', undecided) : []),
    ...(openIssues > 0 ? [counted('OPEN_ISSUES', openIssues)] : []),
    ...(complete ? [] : [counted('CHECKS_UNFINISHED', 1)]),
  ]
  const known = new Set(reasons.map(({ code }) => code))
  const rank = ({ isError }: SubmitReason) => (isError ? 0 : 1)
  return [...reasons, ...found.filter(({ code }) => !known.has(code))].sort((a, b) => rank(a) - rank(b))
}

/** Neither an object nor an answer: what a submission by mistake looks like. */
function isEmptyJob({ document, job }: Pick<EditorSession, 'document' | 'job'>): boolean {
  const { tracks, legend, jobAttributes, frameAttributes } = document
  const hasLabels = legend.some(({ classId }) => classId !== null)
  const given = [jobAttributes, ...frameAttributes.values()].flatMap((values) => [...values])
  const isByDefault = (name: string, value: AttributeValue) =>
    job.tag.attributes.some((one) => one.name === name && JSON.stringify(one.default) === JSON.stringify(value))
  return tracks.size === 0 && !hasLabels && given.every(([name, value]) => isByDefault(name, value))
}

/** Whether the later reasons say something that the earlier ones did not. */
export const haveGrown = (before: readonly SubmitReason[], now: readonly SubmitReason[]): boolean =>
  now.some(({ code, count, isError }) => {
    const seen = before.find((reason) => reason.code === code)
    return !seen || seen.count < count || (isError && !seen.isError)
  })
