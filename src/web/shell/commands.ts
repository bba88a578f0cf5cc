import { openClasses } from '../../model/tag.ts'
import type { EditorSession } from '../document/session.ts'
import type { ToolDeclaration } from '../document/toolDeclaration.ts'
import { msg, verbatim } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import { focusNextAttribute } from '../workbench/attributeFocus.ts'
import { changeClassOfSelection, chooseClass } from '../workbench/chooseClass.ts'
import type { Command } from '../workbench/keys/keymap.ts'
import { SHELL_TABS, type ShellDialog, type ShellTab } from '../workbench/shellContext.ts'
import { focusNextArea } from '../workbench/viewFocus.ts'

/** What keys can do around the view. Modes add their own. */
export function commandsOf(
  session: EditorSession,
  tools: readonly ToolDeclaration[],
  setTab: (tab: ShellTab) => void,
  setDialog: (dialog: ShellDialog | null) => void,
  isPerson: boolean,
): Command[] {
  return [
    ...jobCommands(session, setTab, setDialog, isPerson),
    ...classCommands(session),
    // Labelled points are no objects: their class is changed by a command of the mode.
    ...(session.document.annotationType === 'segmentation3d' ? [] : changeClassCommands(session)),
    ...toolCommands(session, tools),
  ]
}

function jobCommands(
  session: EditorSession,
  setTab: (tab: ShellTab) => void,
  setDialog: (dialog: ShellDialog | null) => void,
  isPerson: boolean,
): Command[] {
  const job = (id: string, label: Message, keys: string[], run: () => void, isEnabled?: () => boolean): Command => ({
    id: `job.${id}`,
    group: msg('shell.job'),
    label,
    keys,
    run,
    isEnabled,
  })
  const maySubmit = () => !session.readOnly && session.job.access !== 'read'
  return [
    job('submit', msg('command.submit'), ['Ctrl+Enter'], () => setDialog({ kind: 'submit' }), maySubmit),
    job(
      'reject',
      msg('shell.reject'),
      ['Ctrl+Backspace'],
      () => setDialog({ kind: 'reject' }),
      () => session.job.access === 'review' && !session.readOnly,
    ),
    job('instructions', msg('shell.instructions'), ['I', 'F1'], () => setDialog({ kind: 'instructions' })),
    job(
      'search',
      msg('search.title'),
      ['Ctrl+K'],
      () => setDialog({ kind: 'search' }),
      () => isPerson,
    ),
    job('keys', msg('shell.keys'), ['?'], () => setDialog({ kind: 'keys' })),
    job('attribute', msg('command.nextAttribute'), ['F2'], () => {
      setTab('objects')
      session.setView({ showsAttributes: true })
      // The panel exists only after the next render.
      setTimeout(focusNextAttribute, 0)
    }),
    job('area.next', msg('command.nextArea'), ['F6'], () => focusNextArea(1)),
    job('area.previous', msg('command.previousArea'), ['Shift+F6'], () => focusNextArea(-1)),
    job('undo', msg('shell.undo'), ['Ctrl+Z'], () => session.undo()),
    job('redo', msg('shell.redo'), ['Ctrl+Shift+Z', 'Ctrl+Y'], () => session.redo()),
    job('save', msg('command.save'), ['Ctrl+S'], () => void session.flush()),
    ...SHELL_TABS.map((tab, index) =>
      job(`tab.${tab}`, msg('command.showTab', { tab: msg(`tab.${tab}`) }), [`Alt+${index + 1}`], () => setTab(tab)),
    ),
  ]
}

/** Digits give the selected objects their class; with nothing selected, and right after drawing, the next object. */
function classCommands(session: EditorSession): Command[] {
  return openClasses(session.job.tag)
    .slice(0, 9)
    .map((tagClass, index) => ({
      id: `class.${index + 1}`,
      group: msg('keys.groupClasses'),
      label: verbatim(tagClass.name),
      keys: [String(index + 1)],
      run: () => chooseClass(session, tagClass.classId),
    }))
}

/** The same for what is selected, drawn just now or not. */
function changeClassCommands(session: EditorSession): Command[] {
  return openClasses(session.job.tag)
    .slice(0, 9)
    .map(({ classId, name }, index) => ({
      id: `class.change.${index + 1}`,
      group: msg('keys.groupClasses'),
      label: msg('class.changeTo', { name }),
      keys: [`Shift+${index + 1}`],
      run: () => changeClassOfSelection(session, classId),
    }))
}

function toolCommands(session: EditorSession, tools: readonly ToolDeclaration[]): Command[] {
  return tools.map(({ id, label, key, asks }) => ({
    id: `tool.${id}`,
    group: msg('shell.tools'),
    label,
    keys: key === '' ? [] : [key.length === 1 ? key.toUpperCase() : key],
    run: () => session.setTool(id),
    isEnabled: () => !asks || session.suggestions.answers(asks),
  }))
}
