import { Badge, Button, Checkbox, Menu, Tooltip } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Cuboid } from '../../../geometry/cuboid.ts'
import { quaternionFromYaw, yawOf } from '../../../geometry/quaternion.ts'
import { LEAST_SIZE_M, turnedInBox } from '../../tools/cuboid/boxHandle.ts'
import { NO_MOTION_REASON } from '../../view3d/fusionJob.ts'
import { cuboidFromRelative, cuboidRelativeTo } from '../../view3d/relativeMatrix.ts'
import type { ModeProps } from '../../workbench/mode.ts'
import { useEditor } from '../sensors/useEditor.ts'
import { boxWords } from './boxWords.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidScene } from './cuboidScene.ts'
import type { FrameBox } from './frameBoxes.ts'
import { sceneOf, subscribeScenes } from './openScenes.ts'
import { propagate } from './propagate.ts'
import { toggleStationary } from './trackActions.ts'

const DEGREES = 180 / Math.PI
const UP = { x: 0, y: 0, z: 1 }

interface NumberField {
  label: string
  digits: number
  read(cuboid: Cuboid): number
  /** null: the number makes no sense here. */
  write(cuboid: Cuboid, value: number): Cuboid | null
}

const axis = (name: 'x' | 'y' | 'z'): NumberField => ({
  label: `${name} m`,
  digits: 3,
  read: ({ position }) => position[name],
  write: (cuboid, value) => ({ ...cuboid, position: { ...cuboid.position, [name]: value } }),
})

const size = (name: 'length' | 'width' | 'height'): NumberField => ({
  label: `${name} m`,
  digits: 3,
  read: ({ dimensions }) => dimensions[name],
  write: (cuboid, value) =>
    value >= LEAST_SIZE_M ? { ...cuboid, dimensions: { ...cuboid.dimensions, [name]: value } } : null,
})

const FIELDS: readonly NumberField[] = [
  ...[axis('x'), axis('y'), axis('z'), size('length'), size('width'), size('height')],
  {
    label: 'yaw °',
    digits: 2,
    read: ({ heading }) => yawOf(heading) * DEGREES,
    write: (cuboid, value) => withYaw(cuboid, value / DEGREES),
  },
]

/** Roll and pitch stay; an upright box gets a heading without rounding of theirs. */
function withYaw(cuboid: Cuboid, yawRad: number): Cuboid {
  const { x, y } = cuboid.heading
  if (x === 0 && y === 0) return { ...cuboid, heading: quaternionFromYaw(yawRad) }
  return turnedInBox(cuboid, UP, yawRad - yawOf(cuboid.heading))
}

/** The selected cuboid in numbers of the common frame, and what can be done with its track. */
export function CuboidInspector({ session }: ModeProps) {
  const scene = useSyncExternalStore(subscribeScenes, () => sceneOf(session))
  return scene && <CuboidNumbers scene={scene} />
}

function CuboidNumbers({ scene }: { scene: CuboidScene }) {
  const { editor } = scene
  // The draft is a new object at every move, so the numbers follow the drag.
  useEditor(editor, (e) => e.draft)
  useEditor(editor, (e) => e.session.frame)
  useEditor(editor, (e) => e.session.selection)
  useEditor(editor, (e) => e.session.document)
  const box = editor.selectedBox()
  if (!box) return null
  const cuboid = cuboidFromRelative(editor.job.originM, box.cuboid)
  return (
    <section className="sensors-numbers" aria-label="Numbers of the cuboid">
      <div className="sensors-numbers-row">
        {FIELDS.map((field) => (
          <NumberInput
            key={field.label}
            field={field}
            cuboid={cuboid}
            isLocked={!editor.canEdit}
            onChange={(changed) =>
              editor.place(box.trackId, editor.frame, cuboidRelativeTo(editor.job.originM, changed), 'Change number')
            }
          />
        ))}
        <BoxState editor={editor} box={box} />
      </div>
      <TrackRow scene={scene} box={box} />
    </section>
  )
}

interface NumberInputProps {
  field: NumberField
  cuboid: Cuboid
  isLocked: boolean
  onChange(cuboid: Cuboid): void
}

function NumberInput({ field, cuboid, isLocked, onChange }: NumberInputProps) {
  const shown = field.read(cuboid).toFixed(field.digits)
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    const value = typed === null || typed.trim() === '' ? Number.NaN : Number(typed.replace(',', '.'))
    const changed = Number.isFinite(value) && typed !== shown ? field.write(cuboid, value) : null
    if (changed) onChange(changed)
    setTyped(null)
  }
  return (
    <label className="sensors-number">
      {field.label}
      <input
        inputMode="decimal"
        value={typed ?? shown}
        readOnly={isLocked}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={take}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
          if (key !== 'Escape') return
          setTyped(null)
          // Blurring now would take what was typed: the state is set only after this handler.
          requestAnimationFrame(() => currentTarget.blur())
        }}
      />
    </label>
  )
}

/** Whether somebody placed the box of this frame, and how many points it holds. */
function BoxState({ editor, box }: { editor: CuboidEditor; box: FrameBox }) {
  return (
    <div className="sensors-box-state">
      <Badge size="sm" variant="light" color={box.keyFrame ? 'yellow' : 'gray'}>
        {boxWords(box, editor.frame)}
      </Badge>
      <PointCount editor={editor} box={box} />
    </div>
  )
}

function TrackRow({ scene, box }: { scene: CuboidScene; box: FrameBox }) {
  const { editor, fits } = scene
  const sizeOfFrame = useEditor(editor, (e) => e.view.sizeOfFrame)
  const { hasEgoPose } = editor.job
  const label = hasEgoPose ? 'Stationary (Y): one pose in all frames' : `Stationary ${NO_MOTION_REASON}`
  return (
    <div className="sensors-track-row">
      <Tooltip label={label}>
        <Checkbox
          size="xs"
          label="Stationary"
          checked={box.track.stationary}
          disabled={!editor.canEdit || !hasEgoPose}
          onChange={() => toggleStationary(editor)}
        />
      </Tooltip>
      <Tooltip label="Off: the size is that of the whole track">
        <Checkbox
          size="xs"
          label="Size of this frame"
          checked={sizeOfFrame}
          disabled={!editor.canEdit}
          onChange={({ currentTarget }) => editor.setView({ sizeOfFrame: currentTarget.checked })}
        />
      </Tooltip>
      <RefitMenu scene={scene} />
      <Button.Group>
        <Button
          size="compact-xs"
          variant="default"
          disabled={!editor.canEdit}
          onClick={() => void propagate(editor, fits, -1)}
        >
          ◂ Propagate
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={!editor.canEdit}
          onClick={() => void propagate(editor, fits, 1)}
        >
          Propagate ▸
        </Button>
      </Button.Group>
    </div>
  )
}

function RefitMenu({ scene: { editor, fits } }: { scene: CuboidScene }) {
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <Button size="compact-xs" variant="default" disabled={!editor.canEdit}>
          Refit ▴
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fits.verbs().map(({ verb, label, keys }) => (
          <Menu.Item key={verb} rightSection={keys.join(' ')} onClick={() => void fits.refit(verb)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const COUNT_AFTER_MS = 120

/** Counted when the box has come to rest: a million points at every move of a drag would be felt. */
function PointCount({ editor, box }: { editor: CuboidEditor; box: FrameBox }) {
  const [count, setCount] = useState<number | null>(null)
  const { frame } = editor
  const isLoaded = useEditor(editor, (e) => e.clouds.isLoaded(frame))
  const isDragged = useEditor(editor, (e) => e.draft !== null)
  useEffect(() => {
    if (isDragged) return
    const timer = setTimeout(() => setCount(isLoaded ? editor.countPoints(box, frame) : null), COUNT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [editor, box, frame, isLoaded, isDragged])
  return <span className="numbers">{count === null ? '… points' : `${count} points`}</span>
}
