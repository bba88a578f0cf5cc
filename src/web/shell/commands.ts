import { openClasses } from '../../model/tag.ts'
import type { EditorSession, ToolEntry } from '../document/session.ts'
import { chooseClass } from '../workbench/chooseClass.ts'
import type { Command } from '../workbench/keys/keymap.ts'
import { SHELL_TABS, type ShellDialog, type ShellTab } from '../workbench/shellContext.ts'

const TAB_WORDS: Readonly<Record<ShellTab, string>> = {
  objects: 'Objects',
  issues: 'Issues',
  checks: 'Checks',
  settings: 'Settings',
}

/** What keys can do around the view. Modes add their own. */
export function commandsOf(
  session: EditorSession,
  tools: readonly ToolEntry[],
  setTab: (tab: ShellTab) => void,
  setDialog: (dialog: ShellDialog | null) => void,
): Command[] {
  return [...jobCommands(session, setTab, setDialog), ...classCommands(session), ...toolCommands(session, tools)]
}

function jobCommands(
  session: EditorSession,
  setTab: (tab: ShellTab) => void,
  setDialog: (dialog: ShellDialog | null) => void,
): Command[] {
  const job = (id: string, label: string, keys: string[], run: () => void, isEnabled?: () => boolean): Command => ({
    id: `job.${id}`,
    group: 'Job',
    label,
    keys,
    run,
    isEnabled,
  })
  const mayHandIn = () => !session.readOnly && session.job.access !== 'read'
  return [
    job('submit', 'Submit, or accept', ['Ctrl+Enter'], () => setDialog({ kind: 'submit' }), mayHandIn),
    job(
      'reject',
      'Reject',
      ['Ctrl+Backspace'],
      () => setDialog({ kind: 'reject' }),
      () => session.job.access === 'review' && !session.readOnly,
    ),
    job('instructions', 'Instructions', ['I'], () => setDialog({ kind: 'instructions' })),
    job('keys', 'All keys', ['?'], () => setDialog({ kind: 'keys' })),
    job('undo', 'Undo', ['Ctrl+Z'], () => session.undo()),
    job('redo', 'Redo', ['Ctrl+Shift+Z', 'Ctrl+Y'], () => session.redo()),
    job('save', 'Save now (saving is always on)', ['Ctrl+S'], () => void session.flush()),
    ...SHELL_TABS.map((tab, index) =>
      job(`tab.${tab}`, `Show ${TAB_WORDS[tab]}`, [`Alt+${index + 1}`], () => setTab(tab)),
    ),
  ]
}

/** Digits give the selected objects their class; with nothing selected, the next object. */
function classCommands(session: EditorSession): Command[] {
  return openClasses(session.job.tag)
    .slice(0, 9)
    .map((tagClass, index) => ({
      id: `class.${index + 1}`,
      group: 'Classes',
      label: tagClass.name,
      keys: [String(index + 1)],
      run: () => chooseClass(session, tagClass.classId),
    }))
}

function toolCommands(session: EditorSession, tools: readonly ToolEntry[]): Command[] {
  return tools.map(({ name, label, key }) => ({
    id: `tool.${name}`,
    group: 'Tools',
    label,
    keys: key === '' ? [] : [key.length === 1 ? key.toUpperCase() : key],
    run: () => session.setTool(name),
  }))
}
