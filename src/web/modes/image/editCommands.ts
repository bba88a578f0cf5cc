import { removeTracks } from '../../../model/document/edits/wholeTracks.ts'
import type { CanvasEditor } from '../../tools/image/canvasEditor.ts'
import { copySelection, hasCopied, paste } from '../../tools/image/clipboard.ts'
import { moveSelection } from '../../tools/image/select/moving.ts'
import { nextShape } from '../../tools/image/select/nextShape.ts'
import type { Command } from '../../workbench/keys/keymap.ts'

const NUDGE_PX = 1
const LARGE_NUDGE_PX = 10
const ZOOM_STEP = 1.25
const BRUSH_STEP = 1.25
const MIN_BRUSH_PX = 0.5
const MAX_BRUSH_PX = 500

const DIRECTIONS = [
  ['left', 'Left', -1, 0],
  ['right', 'Right', 1, 0],
  ['up', 'Up', 0, -1],
  ['down', 'Down', 0, 1],
] as const

/** What keys do on an image besides taking up tools. */
export function editCommands(editor: CanvasEditor): Command[] {
  return [...objectCommands(editor), ...nudgeCommands(editor), ...drawCommands(editor), ...viewCommands(editor)]
}

function objectCommands(editor: CanvasEditor): Command[] {
  const { session } = editor
  const group = 'Objects'
  // Elsewhere in the page Tab goes from control to control.
  const isEnabled = () => editor.hasFocus()
  const isSelected = () => session.selection.size > 0
  const mayEdit = () => isSelected() && !session.readOnly
  const remove = () => {
    const { size } = session.selection
    session.execute(size === 1 ? 'delete object' : `delete ${size} objects`, removeTracks(session.selection))
  }
  return [
    {
      id: 'object.next',
      label: 'Select the next object',
      group,
      keys: ['Tab'],
      run: () => nextShape(editor, 1),
      isEnabled,
    },
    {
      id: 'object.previous',
      label: 'Select the one before',
      group,
      keys: ['Shift+Tab'],
      run: () => nextShape(editor, -1),
      isEnabled,
    },
    {
      id: 'object.all',
      label: 'Select all',
      group,
      keys: ['Ctrl+A'],
      run: () => session.select(editor.shapes.all().map(({ trackId }) => trackId)),
    },
    { id: 'object.delete', label: 'Delete', group, keys: ['Delete', 'Backspace'], run: remove, isEnabled: mayEdit },
    {
      id: 'object.copy',
      label: 'Copy',
      group,
      keys: ['Ctrl+C'],
      run: () => copySelection(editor),
      isEnabled: isSelected,
    },
    {
      id: 'object.paste',
      label: 'Paste',
      group,
      keys: ['Ctrl+V'],
      run: () => paste(editor),
      isEnabled: () => hasCopied() && !session.readOnly,
    },
    {
      id: 'object.duplicate',
      label: 'Duplicate',
      group,
      keys: ['Ctrl+D'],
      run() {
        copySelection(editor)
        paste(editor)
      },
      isEnabled: mayEdit,
    },
    {
      id: 'object.conceal',
      label: 'Do not show the selection',
      group,
      keys: ['Q'],
      run: () => session.setConcealed([...session.concealed, ...session.selection]),
      isEnabled: isSelected,
    },
    {
      id: 'object.reveal',
      label: 'Show all',
      group,
      keys: ['Shift+Q'],
      run: () => session.setConcealed([]),
      isEnabled: () => session.concealed.size > 0,
    },
  ]
}

function nudgeCommands(editor: CanvasEditor): Command[] {
  const { session } = editor
  const isEnabled = () => session.selection.size > 0 && !session.readOnly
  // In a video plain arrows go from frame to frame, whatever is selected: nobody moves an object by going on.
  const modifier = session.document.frameCount > 1 ? 'Shift+' : ''
  const largeModifier = modifier === '' ? 'Shift+' : 'Ctrl+Shift+'
  return DIRECTIONS.flatMap(([name, key, x, y]) =>
    [NUDGE_PX, LARGE_NUDGE_PX].map((step) => ({
      id: `object.nudge_${name}_${step}`,
      label: `Move ${name} by ${step} px`,
      group: 'Objects',
      keys: [`${step === NUDGE_PX ? modifier : largeModifier}${key}`],
      run: () => moveSelection(editor, { x: x * step, y: y * step }),
      isEnabled,
    })),
  )
}

/** Registered after the others, so that Backspace takes a point back while something is being drawn. */
function drawCommands(editor: CanvasEditor): Command[] {
  const group = 'Drawing'
  const resizeBrush = (factor: number) => {
    editor.brushRadiusPx = Math.min(MAX_BRUSH_PX, Math.max(MIN_BRUSH_PX, editor.brushRadiusPx * factor))
    editor.changed()
  }
  return [
    {
      id: 'draw.finish',
      label: 'Finish the shape',
      group,
      keys: ['Enter'],
      run: () => editor.complete(),
      isEnabled: () => editor.canComplete,
    },
    { id: 'draw.cancel', label: 'Drop the shape, or select nothing', group, keys: ['Esc'], run: () => editor.cancel() },
    {
      id: 'draw.back',
      label: 'Take the last point back',
      group,
      keys: ['Backspace'],
      run: () => void editor.stepBack(),
      isEnabled: () => editor.isDrawing,
    },
    { id: 'brush.smaller', label: 'Smaller brush', group, keys: ['['], run: () => resizeBrush(1 / BRUSH_STEP) },
    { id: 'brush.larger', label: 'Larger brush', group, keys: [']'], run: () => resizeBrush(BRUSH_STEP) },
  ]
}

function viewCommands(editor: CanvasEditor): Command[] {
  const { session } = editor
  const group = 'View'
  return [
    { id: 'view.fit', label: 'Show the whole image', group, keys: ['0'], run: () => editor.fit() },
    { id: 'view.in', label: 'Zoom in', group, keys: ['Plus', '='], run: () => editor.zoomBy(ZOOM_STEP) },
    { id: 'view.out', label: 'Zoom out', group, keys: ['-'], run: () => editor.zoomBy(1 / ZOOM_STEP) },
    { id: 'view.selection', label: 'Zoom to the selection', group, keys: ['.'], run: () => editor.fitSelection() },
    {
      id: 'view.tags',
      label: 'Class names on or off',
      group,
      keys: ['U'],
      run: () => session.setView({ tags: !session.view.tags }),
    },
    {
      id: 'view.snap',
      label: 'Snapping on or off',
      group,
      keys: ['Shift+S'],
      run: () => session.setView({ snap: !session.view.snap }),
    },
  ]
}
