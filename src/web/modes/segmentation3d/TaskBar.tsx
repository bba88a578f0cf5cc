import { Button, Kbd, Loader, Slider } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useSession } from '../../document/useSession.ts'
import { useEditor } from '../sensors/useEditor.ts'
import { unlabelledOf } from './cloudPoints.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelScene } from './labelScene.ts'
import { isCornering } from './pointingHost.ts'
import { pointsText } from './pointsText.ts'

/** What is offered or under way, and how it ends. */
export function TaskBar({ scene }: { scene: LabelScene }) {
  const { editor, suggestions } = scene
  const tool = useSession(editor.session, (open) => open.activeTool)
  const suggestion = useEditor(editor, () => suggestions.current)
  const isLooking = useEditor(editor, () => suggestions.isLooking)
  const box = useEditor(editor, (e) => e.box)
  const isSplitting = useEditor(editor, (e) => e.isSplitting)
  const canEdit = useEditor(editor, (e) => e.canEdit)
  const corners = useEditor(editor, ({ gesture }) => isCornering(gesture))
  if (!canEdit) return null
  if (corners) return <CornerHint />
  if (box) return <BoxTask scene={scene} />
  if (suggestion?.kind === 'cluster') return <ClusterTask scene={scene} />
  if (suggestion?.kind === 'left') return <LeftTask scene={scene} />
  if (suggestion?.kind === 'pieces') return <PiecesTask scene={scene} />
  if (tool === 'ground') return <GroundTask scene={scene} />
  if (isLooking) {
    return (
      <div className="segmentation-task" role="status">
        <Loader size="xs" /> Looking for points that lie together…
      </div>
    )
  }
  if (!isSplitting) return null
  return (
    <div className="segmentation-task segmentation-hint">
      Stroke over what is to be cut off. <Kbd size="xs">Esc</Kbd> leaves it whole.
    </div>
  )
}

function CornerHint() {
  return (
    <div className="segmentation-task segmentation-hint" role="note">
      Click corner by corner; the view stands still. <Kbd size="xs">Enter</Kbd> closes, <Kbd size="xs">Backspace</Kbd>{' '}
      takes one back, <Kbd size="xs">Esc</Kbd> drops it.
    </div>
  )
}

/** Name of who gets what is accepted. */
function useReceiver(editor: LabelEditor, asNew: boolean): string {
  const classId = useSession(editor.session, (open) => open.currentClassId)
  const entry = useEditor(editor, (e) => e.targetEntry)
  const tagClass = editor.classes.get(classId ?? '')
  if (!tagClass) return 'no class'
  if (entry && !(asNew && tagClass.instantiable)) return editor.nameOf(entry)
  return tagClass.instantiable ? `new ${tagClass.name}` : tagClass.name
}

function BoxTask({ scene: { editor, box } }: { scene: LabelScene }) {
  const cuboid = useEditor(editor, (e) => e.box)
  const receiver = useReceiver(editor, false)
  if (!cuboid) return null
  const { length, width, height } = cuboid.dimensions
  return (
    <div className="segmentation-task" role="toolbar" aria-label="Box">
      <span className="numbers">
        {length.toFixed(2)} × {width.toFixed(2)} × {height.toFixed(2)} m
      </span>
      <Action keyName="Enter" onClick={() => box.assign()}>
        Label as {receiver}
      </Action>
      <Action keyName="Del" variant="default" onClick={() => box.assign(true)}>
        Erase
      </Action>
      <Action variant="default" onClick={() => box.cropToIt()}>
        Crop to it
      </Action>
      <Action keyName="Esc" variant="subtle" onClick={() => box.set(null)}>
        Drop
      </Action>
    </div>
  )
}

function GroundTask({ scene: { editor, suggestions, store } }: { scene: LabelScene }) {
  const aboveM = useEditor(editor, ({ view }) => view.groundAboveM)
  const found = useEditor(editor, () => suggestions.current)
  const isLooking = useEditor(editor, () => suggestions.isLooking)
  const receiver = useReceiver(editor, false)
  const labelled = useMemo(
    () => found && found.indices.length - unlabelledOf(found.indices, store.slots).length,
    [found, store],
  )
  return (
    <div className="segmentation-task" role="toolbar" aria-label="Ground">
      <span>Ground up to</span>
      <Slider
        w="9rem"
        size="xs"
        min={0.02}
        max={0.8}
        step={0.01}
        label={(metres) => `${metres.toFixed(2)} m`}
        thumbLabel="Height over the ground in metres"
        value={aboveM}
        onChange={(groundAboveM) => {
          editor.setView({ groundAboveM })
          suggestions.offerGround(true)
        }}
      />
      <span className="numbers">{aboveM.toFixed(2)} m</span>
      <span className="numbers panel-faint" role="status">
        {isLooking ? 'looking…' : pointsText(found?.indices.length ?? 0)}
        {!isLooking && labelled ? `, ${labelled.toLocaleString('en')} labelled` : ''}
      </span>
      <Action keyName="Enter" disabled={!found || found.indices.length === 0} onClick={() => suggestions.accept()}>
        Label as {receiver}
      </Action>
    </div>
  )
}

function ClusterTask({ scene: { editor, suggestions } }: { scene: LabelScene }) {
  const suggestion = useEditor(editor, () => suggestions.current)
  const receiver = useReceiver(editor, true)
  if (suggestion?.kind !== 'cluster') return null
  return (
    <div className="segmentation-task" role="toolbar" aria-label="Suggestion">
      <span className="numbers">
        {suggestion.number} of {suggestion.count}: {pointsText(suggestion.indices.length)}
      </span>
      <Action keyName="Enter" onClick={() => suggestions.accept()}>
        Label as {receiver}
      </Action>
      <Action keyName="Tab" variant="default" onClick={() => suggestions.skip()}>
        Skip
      </Action>
      <Stop suggestions={suggestions} />
    </div>
  )
}

function LeftTask({ scene: { editor, suggestions } }: { scene: LabelScene }) {
  const suggestion = useEditor(editor, () => suggestions.current)
  const receiver = useReceiver(editor, false)
  if (suggestion?.kind !== 'left') return null
  return (
    <div className="segmentation-task" role="toolbar" aria-label="Unlabelled here">
      <span className="numbers">{pointsText(suggestion.indices.length)} without a label</span>
      <Action keyName="Enter" onClick={() => suggestions.accept()}>
        Label as {receiver}
      </Action>
      <Action keyName="U" variant="default" onClick={() => suggestions.skip()}>
        Others
      </Action>
      <Stop suggestions={suggestions} />
    </div>
  )
}

function PiecesTask({ scene: { editor, suggestions } }: { scene: LabelScene }) {
  const suggestion = useEditor(editor, () => suggestions.current)
  if (suggestion?.kind !== 'pieces') return null
  const { pieces, indices, classId } = suggestion
  const name = editor.classes.get(classId)?.name
  const small = pieces.reduce((rest, piece) => rest - piece.length, indices.length)
  return (
    <div className="segmentation-task" role="toolbar" aria-label="Everything left">
      <span className="numbers">
        {pointsText(indices.length)} in {pieces.length} {pieces.length === 1 ? 'piece' : 'pieces'}
        {small > 0 && `, ${small.toLocaleString('en')} scattered`}
      </span>
      {pieces.length > 0 && (
        <Action keyName="Enter" onClick={() => suggestions.accept()}>
          A {name} for each piece
        </Action>
      )}
      <Action variant="default" onClick={() => suggestions.acceptAsOne()}>
        All as one {name}
      </Action>
      <Stop suggestions={suggestions} />
    </div>
  )
}

function Stop({ suggestions }: Pick<LabelScene, 'suggestions'>) {
  return (
    <Action keyName="Esc" variant="subtle" onClick={() => suggestions.stop()}>
      Stop
    </Action>
  )
}

interface ActionProps {
  /** On the button, as it is on the keyboard. */
  keyName?: string
  /** Left out: what one mostly wants. */
  variant?: 'default' | 'subtle'
  disabled?: boolean
  onClick(): void
  children: ReactNode
}

function Action({ keyName, ...rest }: ActionProps) {
  return <Button size="compact-xs" rightSection={keyName && <Kbd size="xs">{keyName}</Kbd>} {...rest} />
}
