import { isOneRecord } from '../../../model/annotationTypes/rulesOf.ts'
import { reordered } from '../../../model/document/edits/reordered.ts'
import { msg } from '../../messages/message.ts'
import { convertSelection, fillHolesOfSelection, joinSelection } from '../../tools/image/areaEdits.ts'
import type { CanvasEditor } from '../../tools/image/canvasEditor.ts'
import { copySelection, hasCopied, paste } from '../../tools/image/clipboard.ts'
import { coverChosenKeypoint, hasChosenKeypoint } from '../../tools/image/landmark/coverKeypoint.ts'
import { moveSelection } from '../../tools/image/select/moving.ts'
import { nextShape, shapeBeside } from '../../tools/image/select/nextShape.ts'
import { removeChosenVertex } from '../../tools/image/select/removeVertex.ts'
import { SUPERPIXEL_TOOL } from '../../tools/image/superpixels/superpixelTool.ts'
import { WAND_TOOL } from '../../tools/image/wand/wandTool.ts'
import { turnedBack } from '../../view2d/turned.ts'
import { deleteCommands } from '../../workbench/deleteCommands.ts'
import type { Command } from '../../workbench/keys/keymap.ts'
import { showCommands } from '../../workbench/showCommands.ts'

const NUDGE_PX = 1
const LARGE_NUDGE_PX = 10
const ZOOM_STEP = 1.25
const BRUSH_STEP = 1.25
const TOLERANCE_STEP = 4
const PIECE_STEP = 1.25

const DIRECTIONS = [
  ['left', 'Left', -1, 0, 'command.moveLeft'],
  ['right', 'Right', 1, 0, 'command.moveRight'],
  ['up', 'Up', 0, -1, 'command.moveUp'],
  ['down', 'Down', 0, 1, 'command.moveDown'],
] as const

/** Key commands of images, except those that choose tools. */
export function editCommands(editor: CanvasEditor): Command[] {
  return [
    ...objectCommands(editor),
    ...areaCommands(editor),
    ...nudgeCommands(editor),
    ...drawCommands(editor),
    ...viewCommands(editor),
  ]
}

function objectCommands(editor: CanvasEditor): Command[] {
  const { session } = editor
  const group = msg('command.groupObjects')
  // Elsewhere in the page, and past the last object, Tab goes from control to control.
  const isBeside = (step: 1 | -1) => () => editor.hasFocus && shapeBeside(editor, step) !== null
  const isSelected = () => session.selection.size > 0
  const mayEdit = () => isSelected() && !session.readOnly
  return [
    {
      id: 'object.next',
      label: msg('command.nextObject'),
      group,
      keys: ['Tab'],
      run: () => nextShape(editor, 1),
      isEnabled: isBeside(1),
    },
    {
      id: 'object.previous',
      label: msg('command.previousObject'),
      group,
      keys: ['Shift+Tab'],
      run: () => nextShape(editor, -1),
      isEnabled: isBeside(-1),
    },
    {
      id: 'object.all',
      label: msg('command.selectAll'),
      group,
      keys: ['Ctrl+A'],
      run: () => session.select(editor.shapes.all().map(({ trackId }) => trackId)),
    },
    ...deleteCommands(session, group),
    {
      id: 'object.deletePoint',
      label: msg('command.deletePoint'),
      group,
      keys: ['Delete', 'Backspace'],
      run: () => removeChosenVertex(editor),
      isEnabled: () => mayEdit() && editor.chosenVertex !== null,
    },
    {
      id: 'object.coverKeypoint',
      label: msg('command.coverKeypoint'),
      group,
      keys: ['J'],
      run: () => coverChosenKeypoint(editor),
      isEnabled: () => mayEdit() && hasChosenKeypoint(editor),
    },
    {
      id: 'object.copy',
      label: msg('common.copy'),
      group,
      keys: ['Ctrl+C'],
      run: () => copySelection(editor),
      isEnabled: isSelected,
    },
    {
      id: 'object.paste',
      label: msg('command.paste'),
      group,
      keys: ['Ctrl+V'],
      run: () => paste(editor),
      isEnabled: () => hasCopied() && !session.readOnly,
    },
    {
      id: 'object.duplicate',
      label: msg('command.duplicate'),
      group,
      keys: ['Ctrl+D'],
      run() {
        copySelection(editor)
        paste(editor)
      },
      isEnabled: mayEdit,
    },
    ...showCommands(session, group),
    {
      id: 'object.front',
      label: msg('command.toFront'),
      group,
      keys: ['Ctrl+]'],
      isEnabled: mayEdit,
      run: () => session.execute('edit.order', reordered(session.document, session.selection, 'front')),
    },
    {
      id: 'object.back',
      label: msg('command.toBack'),
      group,
      keys: ['Ctrl+['],
      isEnabled: mayEdit,
      run: () => session.execute('edit.order', reordered(session.document, session.selection, 'back')),
    },
  ]
}

/** Polygons and masks; in a video one frame alone would change its kind. */
function areaCommands(editor: CanvasEditor): Command[] {
  const { session } = editor
  if (!isOneRecord(session.document.annotationType)) return []
  const group = msg('command.groupObjects')
  const mayEdit = () => session.selection.size > 0 && !session.readOnly
  return [
    {
      id: 'area.join',
      label: msg('command.join'),
      group,
      keys: ['Shift+J'],
      run: () => joinSelection(editor),
      isEnabled: () => mayEdit() && session.selection.size > 1,
    },
    {
      id: 'area.fillHoles',
      label: msg('command.fillHoles'),
      group,
      keys: ['Shift+F'],
      isEnabled: mayEdit,
      run: () => fillHolesOfSelection(editor),
    },
    {
      id: 'area.convert',
      label: msg('command.convert'),
      group,
      keys: ['Shift+M'],
      isEnabled: mayEdit,
      run: () => convertSelection(editor),
    },
  ]
}

function nudgeCommands(editor: CanvasEditor): Command[] {
  const { session } = editor
  const isEnabled = () => session.selection.size > 0 && !session.readOnly
  // In a video plain arrows change the frame, whatever is selected, so that stepping never moves an object.
  const modifier = session.document.frameCount > 1 ? 'Shift+' : ''
  const largeModifier = modifier === '' ? 'Shift+' : 'Ctrl+Shift+'
  return DIRECTIONS.flatMap(([name, key, x, y, label]) =>
    [NUDGE_PX, LARGE_NUDGE_PX].map((step) => ({
      id: `object.nudge_${name}_${step}`,
      label: msg(label, { count: step }),
      group: msg('command.groupObjects'),
      keys: [`${step === NUDGE_PX ? modifier : largeModifier}${key}`],
      run: () => moveSelection(editor, turnedBack({ x: x * step, y: y * step }, editor.camera.turns)),
      isEnabled,
    })),
  )
}

/** Registered after the others, so that Backspace takes a point back while something is being drawn. */
function drawCommands(editor: CanvasEditor): Command[] {
  const group = msg('command.groupDrawing')
  const resizeBrush = (factor: number) => editor.setBrushRadius(editor.brushRadiusPx * factor)
  return [
    {
      id: 'draw.finish',
      label: msg('command.finishShape'),
      group,
      keys: ['Enter'],
      run: () => editor.complete(),
      isEnabled: () => editor.canComplete,
    },
    { id: 'draw.cancel', label: msg('command.cancelShape'), group, keys: ['Esc'], run: () => editor.cancel() },
    {
      id: 'draw.back',
      label: msg('command.removeLastPoint'),
      group,
      keys: ['Backspace'],
      run: () => editor.stepBack(),
      isEnabled: () => editor.isDrawing,
    },
    {
      id: 'brush.smaller',
      label: msg('command.smallerBrush'),
      group,
      keys: ['['],
      run: () => resizeBrush(1 / BRUSH_STEP),
    },
    { id: 'brush.larger', label: msg('command.largerBrush'), group, keys: [']'], run: () => resizeBrush(BRUSH_STEP) },
    ...wandCommands(editor),
    ...pieceCommands(editor),
  ]
}

/** The brush's keys mean the wand as long as that is the tool. */
function wandCommands({ regions, session }: CanvasEditor): Command[] {
  const group = msg('command.groupDrawing')
  const isEnabled = () => session.activeTool === WAND_TOOL.id
  const by = (steps: number) => () => regions.setTolerance(regions.tolerance + steps * TOLERANCE_STEP)
  return [
    { id: 'wand.less', label: msg('command.lessSimilar'), group, keys: ['['], run: by(-1), isEnabled },
    { id: 'wand.more', label: msg('command.moreSimilar'), group, keys: [']'], run: by(1), isEnabled },
    {
      id: 'wand.holes',
      label: msg('command.wandHoles'),
      group,
      keys: ['Shift+H'],
      isEnabled,
      run() {
        regions.setFillsHoles(!regions.fillsHoles)
        session.notices.add(msg(regions.fillsHoles ? 'region.holesFilled' : 'region.holesStay'))
      },
    },
  ]
}

/** And superpixels, as long as those are. */
function pieceCommands({ regions, session }: CanvasEditor): Command[] {
  const group = msg('command.groupDrawing')
  const isEnabled = () => session.activeTool === SUPERPIXEL_TOOL.id
  const by = (factor: number) => () => {
    regions.setPieceSide(regions.pieceSide * factor)
    session.notices.add(msg('region.pieceSide', { pixels: regions.pieceSide }))
  }
  return [
    {
      id: 'pieces.smaller',
      label: msg('command.smallerPieces'),
      group,
      keys: ['['],
      run: by(1 / PIECE_STEP),
      isEnabled,
    },
    { id: 'pieces.larger', label: msg('command.largerPieces'), group, keys: [']'], run: by(PIECE_STEP), isEnabled },
  ]
}

function viewCommands(editor: CanvasEditor): Command[] {
  const { session } = editor
  const group = msg('command.groupView')
  return [
    { id: 'view.fit', label: msg('command.fit'), group, keys: ['0'], run: () => editor.fit() },
    { id: 'view.in', label: msg('command.zoomIn'), group, keys: ['Plus', '='], run: () => editor.zoomBy(ZOOM_STEP) },
    { id: 'view.out', label: msg('command.zoomOut'), group, keys: ['-'], run: () => editor.zoomBy(1 / ZOOM_STEP) },
    { id: 'view.selection', label: msg('command.zoomSelection'), group, keys: ['.'], run: () => editor.fitSelection() },
    { id: 'view.turn', label: msg('command.turnView'), group, keys: ['Alt+R'], run: () => editor.turn(1) },
    {
      id: 'view.turnBack',
      label: msg('command.turnViewBack'),
      group,
      keys: ['Alt+Shift+R'],
      run: () => editor.turn(-1),
    },
    {
      id: 'view.tags',
      label: msg('command.toggleLabels'),
      group,
      keys: ['U'],
      run: () => session.setView({ tags: !session.view.tags }),
    },
    {
      id: 'view.snap',
      label: msg('command.toggleSnapping'),
      group,
      keys: ['Shift+S'],
      run() {
        session.setView({ snap: !session.view.snap })
        session.notices.add(msg(session.view.snap ? 'image.snaps' : 'image.snapsNot'))
      },
    },
  ]
}
