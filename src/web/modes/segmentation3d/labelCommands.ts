import { openClasses } from '../../../model/tag.ts'
import { msg } from '../../messages/message.ts'
import { hasCameraColors } from '../../scene/cloud/cameraColors.ts'
import type { CloudColor } from '../../scene/cloud/pointMaterial.ts'
import { nudged } from '../../tools/cuboid/nudge.ts'
import {
  type LabelFilters,
  unlabelledFilterOf,
  visibleFilterOf,
  withoutLimits,
} from '../../tools/points/labelFilters.ts'
import type { Command } from '../../workbench/keys/keymap.ts'
import { nudgeKeys } from '../sensors/nudgeKeys.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelWorkspace } from './labelScene.ts'

const BRUSH_STEP = 1.2

/** The key of the class at this position in the tag; null: it has none. */
export function classKey(place: number): string | null {
  if (place < 9) return String(place + 1)
  return place < 18 ? `Shift+${place - 8}` : null
}

/** The key commands of a segmentation. */
export function labelCommands(scene: LabelWorkspace): Command[] {
  return [
    ...classCommands(scene),
    ...instanceCommands(scene),
    ...strokeCommands(scene),
    ...boxCommands(scene),
    ...viewCommands(scene),
  ]
}

function instanceCommands({ editor, actions, suggestions }: LabelWorkspace): Command[] {
  const group = msg('seg.instances')
  const isEnabled = () => editor.canEdit
  return [
    {
      id: 'label.new',
      group,
      label: msg('command.newInstance'),
      keys: ['N'],
      isEnabled,
      run: () => actions.newInstance(),
    },
    {
      id: 'label.split',
      group,
      label: msg('command.splitInstance'),
      keys: ['Shift+N'],
      isEnabled,
      run: () => actions.toggleSplit(),
    },
    {
      id: 'label.join',
      group,
      label: msg('command.joinInstances'),
      keys: ['J', 'Shift+J'],
      isEnabled,
      run: () => actions.join(),
    },
    {
      id: 'label.delete',
      group,
      label: msg('command.deleteLabels'),
      keys: ['Delete'],
      isEnabled: () => editor.canEdit && !editor.box && editor.selected.size > 0,
      run: () => {
        // A stroke's result was not chosen by a person: the key must not delete all of it.
        if (editor.isChosen) actions.remove()
        else editor.tell(msg('seg.chooseToDelete'))
      },
    },
    {
      id: 'label.unlabelled',
      group,
      label: msg('command.nextUnlabelled'),
      keys: ['U'],
      run: () => {
        suggestions.offerLeft()
      },
    },
    {
      id: 'label.fill',
      group,
      label: msg('command.fillClass'),
      keys: ['Shift+U'],
      isEnabled,
      run: () => {
        const { currentClassId } = editor.session
        if (currentClassId !== null) suggestions.fillUnlabelled(currentClassId)
      },
    },
    {
      id: 'label.suggest',
      group,
      label: msg('command.suggest'),
      keys: ['K'],
      isEnabled,
      run: () => {
        suggestions.offerClusters()
      },
    },
    {
      id: 'label.skip',
      group,
      label: msg('command.skipSuggestion'),
      keys: ['Tab'],
      isEnabled: () => suggestions.current?.kind === 'cluster' || suggestions.current?.kind === 'left',
      run: () => suggestions.skip(),
    },
    {
      id: 'label.likely',
      group,
      label: msg('command.acceptLikely'),
      keys: ['Shift+Enter'],
      isEnabled: () => editor.canEdit && suggestions.current?.kind === 'cluster' && suggestions.current.likely !== null,
      run: () => suggestions.acceptAsLikely(),
    },
  ]
}

function strokeCommands({ editor, tool, box, host, suggestions }: LabelWorkspace): Command[] {
  const group = msg('command.groupStrokes')
  const isEnabled = () => editor.canEdit
  type Switch = 'onlyUnlabelled' | 'groundOnlyUnlabelled' | 'visibleOnly' | 'areasVisibleOnly' | 'hidesLabelled'
  const toggle = (filter: Switch) => () => {
    const change: Partial<LabelFilters> = { [filter]: !editor.filters[filter] }
    editor.setFilters(change)
  }
  const isCornering = () => tool.stateName === 'polygon.cornering'
  const resize = (factor: number) => () => host.setBrushRadius(editor.view.brushRadiusPx * factor)
  return [
    {
      id: 'label.protect',
      group,
      label: msg('command.toggleUnlabelled'),
      keys: ['O'],
      isEnabled: () => editor.canEdit && unlabelledFilterOf(editor.session.activeTool) !== null,
      run: () => {
        const filter = unlabelledFilterOf(editor.session.activeTool)
        if (filter) toggle(filter)()
      },
    },
    {
      id: 'label.visible',
      group,
      label: msg('command.toggleVisible'),
      keys: ['Y'],
      isEnabled: () => editor.canEdit && visibleFilterOf(editor.session.activeTool) !== null,
      run: () => {
        const filter = visibleFilterOf(editor.session.activeTool)
        if (filter) toggle(filter)()
      },
    },
    { id: 'label.done', group, label: msg('command.toggleLabelled'), keys: ['H'], run: toggle('hidesLabelled') },
    {
      id: 'label.limits',
      group,
      label: msg('command.resetFilters'),
      keys: ['Shift+A', 'Alt+Shift+H'],
      run: () => editor.setFilters(withoutLimits(editor.filters)),
    },
    {
      id: 'label.smaller',
      group,
      label: msg('command.smallerBrush'),
      keys: ['['],
      isEnabled,
      run: resize(1 / BRUSH_STEP),
    },
    { id: 'label.larger', group, label: msg('command.largerBrush'), keys: [']'], isEnabled, run: resize(BRUSH_STEP) },
    {
      id: 'label.confirm',
      group,
      label: msg('command.confirm'),
      keys: ['Enter'],
      // Otherwise Enter belongs to whatever has the focus.
      isEnabled: () => editor.canEdit && (isCornering() || editor.box !== null || suggestions.current !== null),
      run: () => {
        if (tool.complete() || box.assign()) return
        suggestions.accept()
      },
    },
    {
      id: 'label.back',
      group,
      label: msg('command.removeLastPoint'),
      keys: ['Backspace'],
      isEnabled: isCornering,
      run: () => void tool.stepBack(),
    },
    {
      id: 'label.escape',
      group,
      label: msg('command.cancelShape'),
      keys: ['Esc'],
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

function boxCommands({ editor, box }: LabelWorkspace): Command[] {
  const group = msg('seg.box')
  const isEnabled = () => editor.canEdit && editor.box !== null
  return [
    {
      id: 'label.box.erase',
      group,
      label: msg('command.eraseInBox'),
      keys: ['Delete'],
      isEnabled,
      run: () => void box.assign(true),
    },
    ...nudgeKeys('Shift+Z').map(
      ([nudge, label, key]): Command => ({
        id: `label.box.${nudge}`,
        group,
        label,
        keys: [key],
        isEnabled,
        run: () => editor.box && box.set(nudged(editor.box, nudge)),
      }),
    ),
  ]
}

/** Commands for classes; the shell has those with digits. */
function classCommands({ editor: { session } }: LabelWorkspace): Command[] {
  return openClasses(session.job.tag).flatMap(({ classId, name }, place): Command[] => {
    const key = classKey(place)
    if (place < 9 || key === null) return []
    return [
      {
        id: `label.class.${place + 1}`,
        group: msg('seg.classes'),
        label: name,
        keys: [key],
        run: () => session.setCurrentClass(classId),
      },
    ]
  })
}

function viewCommands({ editor, actions, places }: LabelWorkspace): Command[] {
  const group = msg('cuboid.view3d')
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
      id: 'label.top',
      group,
      label: msg('command.topView'),
      keys: ['V'],
      run: () => editor.setOrbit({ ...editor.orbit, kind: editor.orbit.kind === 'top' ? 'perspective' : 'top' }),
    },
    {
      id: 'label.colors',
      group,
      label: msg('command.toggleLabelColors'),
      keys: ['Shift+V'],
      run: () => swapColors(editor),
    },
    {
      id: 'label.focus',
      group,
      label: msg('command.focus'),
      keys: ['Space'],
      run: () => {
        const [entry] = actions.chosen
        if (entry) places.show(entry, true)
        else editor.fitView()
      },
    },
    { id: 'label.fit', group, label: msg('command.fit'), keys: ['0'], run: () => editor.fitView() },
    {
      id: 'label.solo',
      group,
      label: msg('command.isolate'),
      keys: ['Q', 'Alt+I'],
      run: () => actions.toggleSolo(),
    },
    {
      id: 'label.hide',
      group,
      label: msg('command.toggleSelectedVisible'),
      keys: ['Shift+H', 'Alt+H'],
      run: toggleHidden,
    },
    {
      id: 'label.swap',
      group,
      label: msg('command.showCamera'),
      keys: ['M'],
      isEnabled: hasCamera,
      run: () => swapCamera(editor),
    },
  ]
}

/** Switches between labels and the last other colours: those of the camera often show what a point is. */
function swapColors(editor: LabelEditor): void {
  const { color, otherColor } = editor.view
  if (color !== 'label') editor.setView({ color: 'label', otherColor: color })
  else editor.setView({ color: otherColor ?? tellingColor(editor) })
}

function tellingColor({ job, cloud }: LabelEditor): CloudColor {
  if (hasCameraColors(job)) return 'camera'
  if (cloud?.chunk.rgb) return 'rgb'
  return cloud?.chunk.intensity ? 'intensity' : 'height'
}

/** The first press shows a camera next to the cloud, if none is shown yet. */
function swapCamera(editor: LabelEditor): void {
  const { cameraId, cameraLarge } = editor.view
  const [first] = editor.job.frames[0].cameras
  if (cameraId === null) editor.setView({ cameraId: first?.sensorId ?? null })
  else editor.setView({ cameraLarge: !cameraLarge })
}
