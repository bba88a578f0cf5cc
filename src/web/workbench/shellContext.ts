import { createContext, useContext } from 'react'
import type { MeAnswer } from '../../contract/people.ts'
import type { Finding, Place } from '../../model/checks/finding.ts'
import type { JobChecks } from '../document/jobChecks.ts'
import { nextIssue } from '../document/nextIssue.ts'
import type { EditorSession } from '../document/session.ts'
import type { AttributeFocus } from './attributes/attributeFocus.ts'
import type { Mode } from './mode.ts'
import type { RecentClasses } from './recentClasses.ts'
import type { JobSubmission } from './submission/submission.ts'
import type { HeartbeatState } from './useHeartbeat.ts'

export const SHELL_TABS = ['objects', 'issues', 'checks', 'settings', 'assist', 'compare'] as const
export type ShellTab = (typeof SHELL_TABS)[number]

export type ShellDialog =
  | { kind: 'keys' | 'search' | 'class' | 'instructions' | 'aboutView' | 'reject' | 'skip' | 'drafts' }
  /** The work was submitted or decided about, and the next job is on its way. */
  | { kind: 'left' }

/** The state shared by all parts of the workbench around the view. */
export interface ShellState {
  session: EditorSession
  /** The findings of the service and the page in the job. */
  checks: JobChecks
  mode: Mode
  /** null: a person with a viewer's link. */
  me: MeAnswer | null
  tab: ShellTab
  setTab(tab: ShellTab): void
  dialog: ShellDialog | null
  setDialog(dialog: ShellDialog | null): void
  submission: JobSubmission
  attributeFocus: AttributeFocus
  recentClasses: RecentClasses
  /** Reloads the job: after claiming it, or when the work continued elsewhere. */
  reopen(): void
  beating: HeartbeatState
  /** Another window of this person works on the job; this one shows it. */
  isElsewhere: boolean
}

export const ShellContext = createContext<ShellState | null>(null)

export function useShell(): ShellState {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('there is no workbench around this')
  return shell
}

/** Brings a place into view: its frame, and its objects selected. */
export function goTo(session: EditorSession, { frame, trackId, otherTrackId, attribute }: Place): void {
  if (frame !== undefined) session.setFrame(frame)
  const ids = [trackId, otherTrackId].filter((id) => id !== undefined)
  // Attributes of the job and of the frame are shown while no object is selected.
  if (ids.length > 0 || attribute !== undefined) session.select(ids)
}

/** Brings the next open issue into view, and opens it in its tab. */
export function openNextIssue(session: EditorSession, step: 1 | -1): void {
  const pin = nextIssue(session.pins, step)
  if (pin?.id == null) return
  goTo(session, pin.place)
  session.pins.open(pin.id)
  session.pins.visit(pin.place)
}

/** The id of an attribute's control in the page. */
export const attributeFieldId = (name: string): string => `attribute ${name}`

/** Brings a finding into view; an attribute that it asks for can be answered immediately. */
export function openFinding(
  { session, setTab, attributeFocus }: Pick<ShellState, 'session' | 'setTab' | 'attributeFocus'>,
  finding: Finding,
): void {
  const { where } = finding
  goTo(session, where)
  session.visit(finding)
  const { attribute } = where
  if (attribute === undefined) return
  setTab('objects')
  attributeFocus.entered(attribute)
}
