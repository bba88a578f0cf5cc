import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { openClasses } from '../../model/tag.ts'
import type { EditorSession } from '../document/session.ts'
import type { ToolDeclaration } from '../document/toolDeclaration.ts'
import { msg, verbatim } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import { changeClassOfSelection, chooseClassByDigit } from '../workbench/chooseClass.ts'
import { chooseTool } from '../workbench/chooseTool.ts'
import type { Command } from '../workbench/keys/keymap.ts'
import { SHELL_TABS, type ShellState } from '../workbench/shellContext.ts'
import { focusNextArea } from '../workbench/viewFocus.ts'

interface Bench extends Pick<ShellState, 'session' | 'setTab' | 'setDialog'> {
  submission: Pick<ShellState['submission'], 'press'>
  attributeFocus: Pick<ShellState['attributeFocus'], 'next'>
}

/** What keys can do around the view. Modes add their own. */
export function commandsOf(bench: Bench, tools: readonly ToolDeclaration[], isPerson: boolean): Command[] {
  const { session } = bench
  return [
    ...jobCommands(bench, isPerson),
    ...classCommands(bench),
    // Labelled points are not objects: a command of the mode changes their class.
    ...(rulesOf(session.document.annotationType).hasLabels ? [] : changeClassCommands(session)),
    ...toolCommands(session, tools),
  ]
}

function jobCommands({ session, submission, attributeFocus, setTab, setDialog }: Bench, isPerson: boolean): Command[] {
  const job = (
    id: string,
    label: Message,
    keys: string[],
    run: Command['run'],
    isEnabled?: () => boolean,
  ): Command => ({
    id: `job.${id}`,
    group: msg('shell.job'),
    label,
    keys,
    run,
    isEnabled,
  })
  const maySubmit = () => !session.readOnly && session.job.access !== 'read'
  return [
    job('submit', msg('command.submit'), ['Ctrl+Enter'], (isRepeat) => submission.press({ isRepeat }), maySubmit),
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
      attributeFocus.next()
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

/**
 * Digits give the selected objects their class; with nothing selected, and right after drawing, the next object.
 * Classes after the ninth have no key by default.
 */
function classCommands({ session, setDialog }: Bench): Command[] {
  const group = msg('keys.groupClasses')
  return [
    {
      id: 'job.class',
      group,
      label: msg('class.pick'),
      keys: ['C'],
      run: () => setDialog({ kind: 'class' }),
      isEnabled: () => !session.readOnly,
    },
    ...openClasses(session.job.tag).map(({ classId, name }, index) => ({
      id: `class.${classId}`,
      group,
      label: verbatim(name),
      keys: index < 9 ? [String(index + 1)] : [],
      run: () => chooseClassByDigit(session, classId),
    })),
  ]
}

/** The same for the selection, whether or not it was just drawn. */
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
  return tools.map((tool) => ({
    id: `tool.${tool.id}`,
    group: msg('shell.tools'),
    label: tool.label,
    keys: tool.key === '' ? [] : [tool.key.length === 1 ? tool.key.toUpperCase() : tool.key],
    run: () => chooseTool(session, tool),
    isEnabled: () => !tool.asks || session.suggestions.answers(tool.asks),
  }))
}
