import { cuboidAt } from '../../../model/document/interpolate.ts'
import { NO_MOTION_REASON } from '../../scene/cloud/fusionJob.ts'
import type { Command } from '../../shell/keys/keymap.ts'
import { endToggledAt, keyToggledAt, stationaryToggledAt } from '../../tools/cuboid/cuboidEdits.ts'
import { type Nudge, nudged } from '../../tools/cuboid/nudge.ts'
import { operationsBetween } from '../../tools/cuboid/trackOperations.ts'
import { AGGREGATE_REACH, type CuboidEditor } from './cuboidEditor.ts'
import type { CuboidFits } from './cuboidFits.ts'

/** Big steps of both directions have a key of their own; the rest moves finely. */
const NUDGE_KEYS: readonly [Nudge, string, string][] = [
  ['forward', 'Move forward', 'W'],
  ['back', 'Move back', 'S'],
  ['left', 'Move to its left', 'A'],
  ['right', 'Move to its right', 'D'],
  ['up', 'Move up', 'R'],
  ['down', 'Move down', 'F'],
  ['turnLeft', 'Turn left', 'Z'],
  ['turnRight', 'Turn right', 'X'],
]

/** What keys can do in the 3D views. */
export function cuboidCommands(editor: CuboidEditor, fits: CuboidFits, cancel: () => void): Command[] {
  return [...boxCommands(editor, fits), ...trackCommands(editor), ...viewCommands(editor, cancel)]
}

function boxCommands(editor: CuboidEditor, fits: CuboidFits): Command[] {
  const group = 'Cuboid'
  const isEnabled = () => editor.canEdit && editor.selectedBox() !== null
  const nudge = (kind: Nudge, big: boolean) => () => {
    const box = editor.selectedBox()
    if (box)
      editor.place(box.trackId, editor.frame, nudged(box.cuboid, kind, big), big ? 'Turn cuboid' : 'Nudge cuboid')
  }
  return [
    ...NUDGE_KEYS.flatMap(([kind, label, key]) => {
      const isTurn = kind === 'turnLeft' || kind === 'turnRight'
      const big = isTurn ? `${label} by 45°` : `${label} by 0.5 m`
      return [
        { id: `cuboid.${kind}`, group, label, keys: [key], run: nudge(kind, false), isEnabled },
        { id: `cuboid.${kind}.big`, group, label: big, keys: [`Shift+${key}`], run: nudge(kind, true), isEnabled },
      ]
    }),
    { id: 'cuboid.flip', group, label: 'Turn round', keys: ['C'], run: nudge('flip', false), isEnabled },
    ...fits.verbs().map(({ verb, label, keys }) => ({
      ...{ id: `cuboid.refit.${verb}`, group, label, keys, isEnabled },
      run: () => void fits.refit(verb),
    })),
  ]
}

function trackCommands(editor: CuboidEditor): Command[] {
  const group = 'Track'
  const { session } = editor
  const isEnabled = () => editor.canEdit && editor.selectedTrack !== null
  const withSelected = (label: string, edit: Parameters<CuboidEditor['edit']>[2], refusal: string) => () => {
    const id = editor.selectedId
    if (id !== null && !editor.edit(id, label, edit)) editor.tell(refusal)
  }
  const toggleKey = withSelected(
    'Keyframe',
    (track) => keyToggledAt(track, editor.frame),
    'No keyframe here: the object is absent, or it is its only one.',
  )
  const toggleEnd = withSelected(
    'End object',
    (track) => endToggledAt(track, editor.frame),
    'The object begins at this frame or later: delete it instead.',
  )
  return [
    { id: 'cuboid.key', group, label: 'Set or remove keyframe', keys: ['K'], run: toggleKey, isEnabled },
    { id: 'cuboid.end', group, label: 'Object ends here, or goes on', keys: ['O'], run: toggleEnd, isEnabled },
    {
      ...{ id: 'cuboid.stationary', group, label: 'Stationary', keys: ['Y'], isEnabled },
      run: () => toggleStationary(editor),
    },
    {
      ...{ id: 'cuboid.delete', group, label: 'Delete objects', keys: ['Delete', 'Backspace'] },
      isEnabled: () => editor.canEdit && session.selection.size > 0,
      run: () => {
        const gone = [...session.selection].flatMap((id) =>
          operationsBetween(session.document.tracks.get(id) ?? null, null),
        )
        session.execute('Delete', gone)
      },
    },
    { id: 'cuboid.next', group, label: 'Next object', keys: ['Tab'], run: () => selectNext(editor, 1) },
    { id: 'cuboid.previous', group, label: 'Previous object', keys: ['Shift+Tab'], run: () => selectNext(editor, -1) },
  ]
}

export function toggleStationary(editor: CuboidEditor): void {
  if (!editor.job.hasEgoPose) {
    editor.tell(`Stationary ${NO_MOTION_REASON}.`)
    return
  }
  const id = editor.selectedId
  if (id) editor.edit(id, 'Stationary', (track) => stationaryToggledAt(track, editor.frame))
}

export function toggleAggregated(editor: CuboidEditor): void {
  if (!editor.job.hasEgoPose) editor.tell(`The aggregated cloud ${NO_MOTION_REASON}.`)
  else {
    const isOn = editor.view.aggregateReach > 0
    editor.setView({ aggregateReach: isOn ? 0 : AGGREGATE_REACH, color: isOn ? 'height' : 'frame' })
  }
}

export function toggleCameras(editor: CuboidEditor): void {
  const camerasOpen = !editor.view.camerasOpen
  editor.setView({ camerasOpen, pointsOnImages: camerasOpen || editor.view.pointsOnImages })
}

function selectNext({ session, frame }: CuboidEditor, step: 1 | -1): void {
  const ids = [...session.document.tracks.values()]
    .filter((track) => cuboidAt(track, frame) || track.views.size > 0)
    .map(({ id }) => id)
  if (ids.length === 0) return
  const [current] = session.selection
  const at = current === undefined ? (step > 0 ? -1 : 0) : ids.indexOf(current)
  session.select([ids[(at + step + ids.length) % ids.length]])
}

function viewCommands(editor: CuboidEditor, cancel: () => void): Command[] {
  const group = '3D view'
  const { session } = editor
  const flipView = () => {
    editor.setOrbit({ ...editor.orbit, kind: editor.orbit.kind === 'top' ? 'perspective' : 'top' })
    editor.changed()
  }
  const focus = () => {
    const box = editor.selectedBox()
    if (box) editor.setOrbit({ ...editor.orbit, target: box.cuboid.position, distanceM: 18 })
    else editor.fitView()
    editor.changed()
  }
  const step = (by: number) => () => session.setFrame(session.frame + by)
  const toggleBatch = () => editor.setView({ batchOpen: !editor.view.batchOpen })
  const hasCameras = () => editor.job.sensors.some(({ modality }) => modality === 'camera')
  const swap = () => editor.setView({ cameraLarge: !editor.view.cameraLarge })
  return [
    {
      id: 'cloud.swap',
      group,
      label: 'Camera and 3D view change places',
      keys: ['H'],
      run: swap,
      isEnabled: hasCameras,
    },
    {
      ...{
        id: 'cloud.cameras',
        group,
        label: 'All cameras, with points over them',
        keys: ['U'],
        isEnabled: hasCameras,
      },
      run: () => toggleCameras(editor),
    },
    { id: 'cloud.top', group, label: 'From above, or in perspective', keys: ['V'], run: flipView },
    { id: 'cloud.aggregate', group, label: 'Aggregated cloud', keys: ['M'], run: () => toggleAggregated(editor) },
    { id: 'cloud.batch', group, label: 'Batch view', keys: ['G'], run: toggleBatch },
    { id: 'cloud.focus', group, label: 'Bring the object into view, or all', keys: ['Space'], run: focus },
    {
      ...{ id: 'cloud.escape', group, label: 'Drop what was begun, or the selection', keys: ['Esc'] },
      run: () => {
        if (editor.gesture || editor.draft) cancel()
        else if (editor.view.batchOpen || editor.view.camerasOpen) {
          editor.setView({ batchOpen: false, camerasOpen: false })
        } else session.select([])
      },
    },
    { id: 'cloud.frame.next', group, label: 'Next frame', keys: ['Right', '.'], run: step(1) },
    { id: 'cloud.frame.previous', group, label: 'Previous frame', keys: ['Left', ','], run: step(-1) },
    { id: 'cloud.frame.next10', group, label: 'Ten frames on', keys: ['Shift+Right'], run: step(10) },
    { id: 'cloud.frame.previous10', group, label: 'Ten frames back', keys: ['Shift+Left'], run: step(-10) },
  ]
}
