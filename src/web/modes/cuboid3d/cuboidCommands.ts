import { hasCameraBoxes } from '../../../model/annotationTypes/rulesOf.ts'
import type { Track } from '../../../model/document/document.ts'
import { cuboidAt, spaceAt } from '../../../model/document/interpolate.ts'
import type { EditorSession } from '../../document/session.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import { keysOfRow } from '../../timeline/layout.ts'
import { type Nudge, nudged } from '../../tools/cuboid/nudge.ts'
import { deleteCommands } from '../../workbench/deleteCommands.ts'
import { heldCommands } from '../../workbench/heldCommands.ts'
import type { Command } from '../../workbench/keys/keymap.ts'
import { showCommands } from '../../workbench/showCommands.ts'
import { isViewFocused } from '../../workbench/viewFocus.ts'
import type { HeldKeys } from '../sensors/heldKeys.ts'
import { nudgeKeys } from '../sensors/nudgeKeys.ts'
import { POINT_SIZES_PX } from '../sensors/sceneEditor.ts'
import { copyCuboids, hasCopiedCuboids, pasteCuboids } from './cuboidClipboard.ts'
import { AGGREGATE_REACH, type CuboidEditor } from './cuboidEditor.ts'
import type { CuboidFits } from './cuboidFits.ts'
import { toggleCameraBox } from './shownCamera.ts'
import { sizeAlike, trackActions } from './trackActions.ts'

/** The key commands of the 3D views. */
export function cuboidCommands(editor: CuboidEditor, fits: CuboidFits, held: HeldKeys, cancel: () => void): Command[] {
  return [
    ...boxCommands(editor, fits, held),
    ...objectCommands(editor),
    ...trackCommands(editor, fits),
    ...viewCommands(editor, cancel),
  ]
}

const STEPS_IN_VIDEO: ReadonlySet<Nudge> = new Set(['right', 'down'])
const TOLD = new WeakSet<EditorSession>()
const TURNS: ReadonlySet<Nudge> = new Set(['turnLeft', 'turnRight', 'flip'])

function boxCommands(editor: CuboidEditor, fits: CuboidFits, held: HeldKeys): Command[] {
  const group = msg('command.groupCuboid')
  const isEnabled = () => editor.canEdit && editor.selectedBox() !== null
  let isTold = editor.session.document.frameCount === 1
  const nudge = (kind: Nudge, big: boolean) => () => {
    const box = editor.selectedBox()
    // In videos the same keys change the frame.
    if (box && !isTold && (kind === 'down' || kind === 'right')) {
      isTold = true
      editor.tell(msg('nudge.notFrames'))
    }
    const label = TURNS.has(kind) ? 'edit.rotateCuboid' : 'edit.moveCuboid'
    if (!box) return
    const isDone = editor.place(box.trackId, editor.frame, nudged(box.cuboid, kind, big), label, held.run)
    // These keys change the frame of a video, so people who come from there see this message once.
    if (!isDone || !STEPS_IN_VIDEO.has(kind) || TOLD.has(editor.session)) return
    TOLD.add(editor.session)
    editor.session.notices.refuse(msg('nudge.movesHere'))
  }
  return [
    ...nudgeKeys('X').flatMap(([kind, label, key]) => {
      const values = { action: label }
      const big = TURNS.has(kind) ? msg('nudge.bigTurn', values) : msg('nudge.bigMove', values)
      return [
        { id: `cuboid.${kind}`, group, label, keys: [key], run: nudge(kind, false), isEnabled },
        { id: `cuboid.${kind}.big`, group, label: big, keys: [`Shift+${key}`], run: nudge(kind, true), isEnabled },
      ]
    }),
    {
      id: 'cuboid.redraw',
      group,
      label: msg('command.redraw'),
      keys: ['Shift+B'],
      isEnabled: () => editor.canEdit && editor.selectedTrack?.cuboid != null,
      run: () => fits.redraw(),
    },
    { id: 'cuboid.flip', group, label: msg('command.flip'), keys: ['Shift+C'], run: nudge('flip', false), isEnabled },
    ...fits.verbs().map(({ verb, label, keys }) => ({
      id: `cuboid.refit.${verb}`,
      group,
      label,
      keys,
      isEnabled,
      run: () => void fits.refit(verb),
    })),
  ]
}

function objectCommands(editor: CuboidEditor): Command[] {
  const { session } = editor
  const group = msg('command.groupObjects')
  const isSelected = () => session.selection.size > 0
  const copy = { label: msg('common.copy'), keys: ['Ctrl+C'], run: () => copyCuboids(editor), isEnabled: isSelected }
  const paste = {
    label: msg('command.paste'),
    keys: ['Ctrl+V'],
    run: () => pasteCuboids(editor),
    isEnabled: () => editor.canEdit && hasCopiedCuboids(),
  }
  const duplicate = () => {
    copyCuboids(editor)
    pasteCuboids(editor)
  }
  return [
    { id: 'object.copy', group, ...copy },
    { id: 'object.paste', group, ...paste },
    {
      id: 'object.duplicate',
      group,
      label: msg('command.duplicate'),
      keys: ['Ctrl+D'],
      run: duplicate,
      isEnabled: () => editor.canEdit && isSelected(),
    },
    {
      id: 'object.all',
      group,
      label: msg('command.selectAll'),
      keys: ['Ctrl+A'],
      isEnabled: () => !editor.view.batchOpen,
      run: () => session.select(shownTracks(editor).map(({ id }) => id)),
    },
    ...deleteCommands(session, group, (track) => editor.canEditTrack(track)),
    ...showCommands(session, group),
  ]
}

function trackCommands(editor: CuboidEditor, fits: CuboidFits): Command[] {
  const group = msg('command.groupTrack')
  const { session } = editor
  return [
    ...trackActions(editor, fits).map((action) => ({ ...action, group })),
    ...heldCommands(session, group),
    {
      id: 'cuboid.sizeAlike',
      group,
      label: msg('command.sizeAlike'),
      keys: ['Shift+K'],
      isEnabled: () => editor.canEdit && editor.selectedBox() !== null,
      run: () => sizeAlike(editor),
    },
    {
      id: 'cuboid.cameraBox',
      group,
      label: msg('command.toggleCameraBox'),
      keys: ['L'],
      isEnabled: () =>
        !session.readOnly && hasCameraBoxes(session.document.annotationType) && editor.selectedTrack !== null,
      run: () => toggleCameraBox(editor),
    },
    { ...beside(editor, 1), id: 'cuboid.next', group, label: msg('command.nextObject'), keys: ['Tab'] },
    { ...beside(editor, -1), id: 'cuboid.previous', group, label: msg('command.previousObject'), keys: ['Shift+Tab'] },
  ]
}

/** What the frame shows, in space or in a camera alone. */
const shownTracks = ({ session, frame }: CuboidEditor): Track[] =>
  [...session.document.tracks.values()].filter(
    (track) =>
      !session.concealed.has(track.id) && (cuboidAt(track, frame) || spaceAt(track, frame) || track.views.size > 0),
  )

export function toggleAggregated(editor: CuboidEditor): void {
  if (!editor.job.hasEgoPose) editor.tell(msg('cuboid.aggregate.needsEgoPose'))
  else {
    const isOn = editor.view.aggregateReach > 0
    editor.setView({ aggregateReach: isOn ? 0 : AGGREGATE_REACH, color: isOn ? 'height' : 'frame' })
  }
}

export function toggleCameras(editor: CuboidEditor): void {
  editor.setView({ camerasOpen: !editor.view.camerasOpen })
}

export function togglePointsOnImages(editor: CuboidEditor): void {
  editor.setView({ pointsOnImages: !editor.view.pointsOnImages })
}

/**
 * Selects the next or previous object. Elsewhere in the page, and after the last object, Tab goes to the next control.
 */
function beside(editor: CuboidEditor, step: 1 | -1): Pick<Command, 'run' | 'isEnabled'> {
  const { session } = editor
  const next = () => {
    const ids = shownTracks(editor).map(({ id }) => id)
    const at = ids.findIndex((id) => session.selection.has(id))
    return ids[at < 0 && step < 0 ? ids.length - 1 : at + step]
  }
  return { run: () => session.select([next()]), isEnabled: () => isViewFocused() && next() !== undefined }
}

function viewCommands(editor: CuboidEditor, cancel: () => void): Command[] {
  const group = msg('cuboid.view3d')
  const { session } = editor
  const flipView = () => {
    editor.setOrbit({ ...editor.orbit, kind: editor.orbit.kind === 'top' ? 'perspective' : 'top' })
  }
  const focus = () => {
    const place = editor.selectedPlace()
    if (place) editor.setOrbit({ ...editor.orbit, target: place, distanceM: 18 })
    else editor.fitView()
  }
  const toggleBatch = () => editor.setView({ batchOpen: !editor.view.batchOpen })
  const hasCameras = () => editor.job.sensors.some(({ modality }) => modality === 'camera')
  const resize = (byPx: number) => () => {
    const [least, most] = POINT_SIZES_PX
    editor.setView({ sizePx: Math.min(most, Math.max(least, editor.view.sizePx + byPx)) })
  }
  const swap = () => editor.setView({ cameraLarge: !editor.view.cameraLarge })
  return [
    {
      id: 'cloud.swap',
      group,
      label: msg('cuboid.swap'),
      keys: ['H'],
      run: swap,
      isEnabled: hasCameras,
    },
    {
      id: 'cloud.cameras',
      group,
      label: msg('cuboid.allCameras.hint'),
      keys: ['U'],
      isEnabled: hasCameras,
      run: () => toggleCameras(editor),
    },
    {
      id: 'cloud.image_points',
      group,
      label: msg('cuboid.pointsOnImage'),
      keys: ['Shift+U'],
      isEnabled: hasCameras,
      run: () => togglePointsOnImages(editor),
    },
    { id: 'cloud.larger', group, label: msg('command.largerPoints'), keys: ['Plus', '='], run: resize(0.5) },
    { id: 'cloud.smaller', group, label: msg('command.smallerPoints'), keys: ['-'], run: resize(-0.5) },
    { id: 'cloud.top', group, label: msg('look.topHint'), keys: ['V'], run: flipView },
    { id: 'cloud.aggregate', group, label: msg('command.aggregate'), keys: ['M'], run: () => toggleAggregated(editor) },
    { id: 'cloud.batch', group, label: msg('cuboid.batch'), keys: ['G'], run: toggleBatch },
    { id: 'cloud.focus', group, label: msg('command.focus'), keys: ['Space'], run: focus },
    { id: 'cloud.fit', group, label: msg('command.fit'), keys: ['0'], run: () => editor.fitView() },
    {
      id: 'cloud.escape',
      group,
      label: msg('command.cancelShape'),
      keys: ['Esc'],
      run: () => {
        if (editor.gesture || editor.draft) cancel()
        else if (editor.task.stop()) return
        else if (editor.view.batchOpen || editor.view.camerasOpen) {
          editor.setView({ batchOpen: false, camerasOpen: false })
        } else session.select([])
      },
    },
    ...frameCommands(editor),
  ]
}

function frameCommands(editor: CuboidEditor): Command[] {
  const group = msg('command.groupFrames')
  const { session } = editor
  const step = (id: string, label: Message, keys: string[], by: () => number): Command => ({
    id: `cloud.frame.${id}`,
    group,
    label,
    keys,
    run: () => session.setFrame(session.frame + by()),
  })
  return [
    step('next', msg('timeline.next'), ['Right', '.'], () => 1),
    step('previous', msg('timeline.previous'), ['Left', ','], () => -1),
    step('next10', msg('command.tenForward'), ['Shift+Right'], () => 10),
    step('previous10', msg('command.tenBack'), ['Shift+Left'], () => -10),
    step('first', msg('timeline.first'), ['Home'], () => -session.frame),
    step('last', msg('timeline.last'), ['End'], () => session.document.frameCount),
    step('next_key', msg('timeline.nextKeyframe'), ['PageDown'], () => toKey(editor, 1)),
    step('previous_key', msg('timeline.previousKeyframe'), ['PageUp'], () => toKey(editor, -1)),
  ]
}

/** The distance to the next keyframe of any selected object. */
function toKey({ session }: CuboidEditor, direction: 1 | -1): number {
  const { document, selection, frame } = session
  const away = [...selection]
    .flatMap((id) => document.tracks.get(id) ?? [])
    .flatMap((track) => keysOfRow(track).map((key) => (key.frame - frame) * direction))
    .filter((by) => by > 0)
  return away.length > 0 ? Math.min(...away) * direction : 0
}
