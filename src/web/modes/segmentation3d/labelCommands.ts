import { openClasses } from '../../../model/tag.ts'
import { noCameraColors } from '../../scene/cloud/cameraColors.ts'
import type { CloudColor } from '../../scene/cloud/pointMaterial.ts'
import { nudged } from '../../tools/cuboid/nudge.ts'
import { type LabelFilters, withoutLimits } from '../../tools/points/labelFilters.ts'
import type { Command } from '../../workbench/keys/keymap.ts'
import { nudgeKeys } from '../sensors/nudgeKeys.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelScene } from './labelScene.ts'

const BRUSH_STEP = 1.2

/** Of the class at this place among those of the tag; null: it has none. */
export function classKey(place: number): string | null {
  if (place < 9) return String(place + 1)
  return place < 18 ? `Shift+${place - 8}` : null
}

/** What keys can do in a segmentation. */
export function labelCommands(scene: LabelScene): Command[] {
  return [
    ...classCommands(scene),
    ...instanceCommands(scene),
    ...strokeCommands(scene),
    ...boxCommands(scene),
    ...viewCommands(scene),
  ]
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
      isEnabled: () => editor.canEdit && !editor.box && editor.selected.size > 0,
      run: () => {
        // What a stroke has just made was not pointed at: the key must not take all of it away.
        if (editor.isChosen) actions.remove()
        else editor.tell('Click on what is to be deleted, or on its name. Undo takes the last stroke back.')
      },
    },
    {
      ...{ id: 'label.unlabelled', group, label: 'Show the next unlabelled points, to be labelled', keys: ['U'] },
      run: () => {
        suggestions.offerLeft()
      },
    },
    {
      ...{
        id: 'label.fill',
        group,
        label: 'Give the class everything that is unlabelled',
        keys: ['Shift+U'],
        isEnabled,
      },
      run: () => {
        const { currentClassId } = editor.session
        if (currentClassId !== null) suggestions.fillUnlabelled(currentClassId)
      },
    },
    {
      ...{ id: 'label.suggest', group, label: 'Suggest clusters as instances', keys: ['K'], isEnabled },
      run: () => {
        suggestions.offerClusters()
      },
    },
    {
      ...{ id: 'label.skip', group, label: 'Skip the suggestion', keys: ['Tab'] },
      isEnabled: () => suggestions.current?.kind === 'cluster' || suggestions.current?.kind === 'left',
      run: () => suggestions.skip(),
    },
  ]
}

function strokeCommands({ editor, tool, box, host, suggestions }: LabelScene): Command[] {
  const group = 'Strokes'
  const isEnabled = () => editor.canEdit
  const toggle = (filter: 'onlyUnlabelled' | 'visibleOnly' | 'hidesLabelled') => () => {
    const change: Partial<LabelFilters> = { [filter]: !editor.filters[filter] }
    editor.setFilters(change)
  }
  const isCornering = () => tool.stateName === 'polygon.cornering'
  const resize = (factor: number) => () => host.setBrushRadius(editor.view.brushRadiusPx * factor)
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
    {
      ...{
        id: 'label.limits',
        group,
        label: 'Take all limits away: heights, crop, classes, what is hidden',
        keys: ['Shift+A'],
      },
      run: () => editor.setFilters(withoutLimits(editor.filters)),
    },
    { id: 'label.smaller', group, label: 'Smaller brush', keys: ['['], isEnabled, run: resize(1 / BRUSH_STEP) },
    { id: 'label.larger', group, label: 'Larger brush', keys: [']'], isEnabled, run: resize(BRUSH_STEP) },
    {
      ...{ id: 'label.confirm', group, label: 'Close the polygon, assign, accept', keys: ['Enter'] },
      // Otherwise Enter belongs to whatever has the focus.
      isEnabled: () => editor.canEdit && (isCornering() || editor.box !== null || suggestions.current !== null),
      run: () => {
        if (tool.complete() || box.assign()) return
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
        else if (editor.isSplitting) editor.setSplitting(false)
        else if (editor.filters.soloEntries) editor.setFilters({ soloEntries: null })
        else if (editor.session.activeTool === 'crop' && editor.filters.crop) editor.setFilters({ crop: null })
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

/** Classes beyond the digits, which are the shell's. */
function classCommands({ editor: { session } }: LabelScene): Command[] {
  return openClasses(session.job.tag).flatMap(({ classId, name }, place): Command[] => {
    const key = classKey(place)
    if (place < 9 || key === null) return []
    return [
      {
        id: `label.class.${place + 1}`,
        group: 'Classes',
        label: name,
        keys: [key],
        run: () => session.setCurrentClass(classId),
      },
    ]
  })
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
      ...{
        id: 'label.colors',
        group,
        label: 'Colours of the labels, or as they were chosen before',
        keys: ['Shift+V'],
      },
      run: () => swapColors(editor),
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

/** What a point is, one often sees by what it looks like. */
function swapColors(editor: LabelEditor): void {
  const { color, otherColor } = editor.view
  if (color !== 'label') editor.setView({ color: 'label', otherColor: color })
  else editor.setView({ color: otherColor ?? tellingColor(editor) })
}

function tellingColor({ job, cloud }: LabelEditor): CloudColor {
  if (noCameraColors(job) === null) return 'camera'
  if (cloud?.chunk.rgb) return 'rgb'
  return cloud?.chunk.intensity ? 'intensity' : 'height'
}

/** The first press shows a camera beside the cloud, where none is shown yet. */
function swapCamera(editor: LabelEditor): void {
  const { cameraId, cameraLarge } = editor.view
  const [first] = editor.job.frames[0].cameras
  if (cameraId === null) editor.setView({ cameraId: first?.sensorId ?? null })
  else editor.setView({ cameraLarge: !cameraLarge })
}
