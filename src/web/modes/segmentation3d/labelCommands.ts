import type { Command } from '../../shell/keys/keymap.ts'
import { nudged } from '../../tools/cuboid/nudge.ts'
import type { LabelFilters } from '../../tools/points/labelFilters.ts'
import { nudgeKeys } from '../sensors/nudgeKeys.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelScene } from './useLabelScene.ts'

const BRUSH_STEP = 1.2

/** What keys can do in a segmentation. */
export function labelCommands(scene: LabelScene): Command[] {
  return [...instanceCommands(scene), ...strokeCommands(scene), ...boxCommands(scene), ...viewCommands(scene)]
}

function instanceCommands({ editor, actions, suggestions }: LabelScene): Command[] {
  const group = 'Instances'
  const isEnabled = () => editor.canEdit
  return [
    {
      ...{ id: 'label.new', group, label: 'New instance with the next stroke', keys: ['N'], isEnabled },
      run: () => actions.newInstance(),
    },
    {
      ...{ id: 'label.split', group, label: 'Split: stroke what is cut off', keys: ['Shift+N'], isEnabled },
      run: () => actions.toggleSplit(),
    },
    { id: 'label.join', group, label: 'Join what is chosen', keys: ['J'], isEnabled, run: () => actions.join() },
    {
      ...{ id: 'label.delete', group, label: 'Delete the labels that are chosen', keys: ['Delete'] },
      // What a stroke has just made was not pointed at: the key must not take all of it away.
      isEnabled: () => editor.canEdit && !editor.box && editor.isChosen && editor.selected.size > 0,
      run: () => actions.remove(),
    },
    {
      ...{ id: 'label.unlabelled', group, label: 'Show the next unlabelled points', keys: ['U'] },
      run: () => void actions.showUnlabelled(),
    },
    {
      ...{ id: 'label.suggest', group, label: 'Suggest clusters as instances', keys: ['K'], isEnabled },
      run: () => suggestions.offerClusters(),
    },
    {
      ...{ id: 'label.skip', group, label: 'Skip the suggestion', keys: ['Tab'] },
      isEnabled: () => suggestions.current?.kind === 'cluster',
      run: () => suggestions.skip(),
    },
  ]
}

function strokeCommands({ editor, tool, box, desk, suggestions }: LabelScene): Command[] {
  const group = 'Strokes'
  const isEnabled = () => editor.canEdit
  const toggle = (filter: 'onlyUnlabelled' | 'visibleOnly' | 'hidesLabelled') => () => {
    const change: Partial<LabelFilters> = { [filter]: !editor.filters[filter] }
    editor.setFilters(change)
  }
  const isCornering = () => tool.stateName === 'cornering'
  const resize = (factor: number) => () => desk.setBrushRadius(editor.view.brushRadiusPx * factor)
  return [
    {
      ...{ id: 'label.protect', group, label: 'Only unlabelled points, or all', keys: ['O'], isEnabled },
      run: toggle('onlyUnlabelled'),
    },
    {
      ...{ id: 'label.visible', group, label: 'Only visible points, or all', keys: ['Y'], isEnabled },
      run: toggle('visibleOnly'),
    },
    { id: 'label.done', group, label: 'Hide what is labelled, or show it', keys: ['H'], run: toggle('hidesLabelled') },
    { id: 'label.smaller', group, label: 'Smaller brush', keys: ['['], isEnabled, run: resize(1 / BRUSH_STEP) },
    { id: 'label.larger', group, label: 'Larger brush', keys: [']'], isEnabled, run: resize(BRUSH_STEP) },
    {
      ...{ id: 'label.confirm', group, label: 'Close the polygon, assign, accept', keys: ['Enter'] },
      // Otherwise Enter belongs to whatever has the focus.
      isEnabled: () => editor.canEdit && (isCornering() || editor.box !== null || suggestions.current !== null),
      run: () => {
        if (tool.confirm() || box.assign()) return
        suggestions.accept()
      },
    },
    {
      ...{ id: 'label.back', group, label: 'Take the last corner back', keys: ['Backspace'] },
      isEnabled: isCornering,
      run: () => void tool.stepBack(),
    },
    {
      ...{ id: 'label.escape', group, label: 'Drop what was begun, or the choice', keys: ['Esc'] },
      run: () => {
        if (tool.cancel()) return
        if (editor.box) box.set(null)
        else if (suggestions.current || suggestions.isLooking) suggestions.stop()
        else if (editor.isSplitting) {
          editor.isSplitting = false
          editor.changed()
        } else if (editor.filters.soloEntries) editor.setFilters({ soloEntries: null })
        else editor.select([])
      },
    },
  ]
}

function boxCommands({ editor, box }: LabelScene): Command[] {
  const group = 'Box'
  const isEnabled = () => editor.canEdit && editor.box !== null
  return [
    {
      ...{ id: 'label.box.erase', group, label: 'Erase labels in the box', keys: ['Delete'], isEnabled },
      run: () => void box.assign(true),
    },
    ...nudgeKeys('Shift+Z').map(
      ([nudge, label, key]): Command => ({
        ...{ id: `label.box.${nudge}`, group, label, keys: [key], isEnabled },
        run: () => editor.box && box.set(nudged(editor.box, nudge)),
      }),
    ),
  ]
}

function viewCommands({ editor, actions, places }: LabelScene): Command[] {
  const group = '3D view'
  const toggleHidden = () => {
    const { chosen } = actions
    const { hiddenEntries } = editor.filters
    const isAnyShown = chosen.some(({ id }) => !hiddenEntries.has(id))
    const hidden = new Set(chosen.length > 0 ? hiddenEntries : [])
    for (const { id } of chosen) {
      if (isAnyShown) hidden.add(id)
      else hidden.delete(id)
    }
    editor.setFilters({ hiddenEntries: hidden })
  }
  const hasCamera = () => editor.job.frames[0].cameras.length > 0
  return [
    {
      ...{ id: 'label.top', group, label: 'From above, or in perspective', keys: ['V'] },
      run: () => {
        editor.setOrbit({ ...editor.orbit, kind: editor.orbit.kind === 'top' ? 'perspective' : 'top' })
        editor.changed()
      },
    },
    {
      ...{ id: 'label.focus', group, label: 'Bring what is chosen into view, or all', keys: ['Space'] },
      run: () => {
        const [entry] = actions.chosen
        if (entry) places.show(entry, true)
        else editor.fitView()
        editor.changed()
      },
    },
    {
      ...{ id: 'label.solo', group, label: 'Show what is chosen alone, or all', keys: ['Q'] },
      run: () => actions.toggleSolo(),
    },
    {
      ...{ id: 'label.hide', group, label: 'Hide what is chosen, or show it', keys: ['Shift+H'] },
      run: toggleHidden,
    },
    {
      ...{
        id: 'label.swap',
        group,
        label: 'Show a camera; camera and cloud change places',
        keys: ['M'],
        isEnabled: hasCamera,
      },
      run: () => swapCamera(editor),
    },
  ]
}

/** The first press shows a camera beside the cloud, where none is shown yet. */
function swapCamera(editor: LabelEditor): void {
  const { cameraId, cameraLarge } = editor.view
  const [first] = editor.job.frames[0].cameras
  if (cameraId === null) editor.setView({ cameraId: first?.sensorId ?? null })
  else editor.setView({ cameraLarge: !cameraLarge })
}
