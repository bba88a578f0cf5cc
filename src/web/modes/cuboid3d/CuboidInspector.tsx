import { Badge, Button, Checkbox, Menu, Tooltip } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Cuboid } from '../../../geometry/cuboid.ts'
import { quaternionFromYaw, yawOf } from '../../../geometry/quaternion.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { LEAST_SIZE_M, turnedInBox } from '../../tools/cuboid/boxHandle.ts'
import { cuboidFromRelative, cuboidRelativeTo } from '../../view3d/relativeMatrix.ts'
import { KeyOf } from '../../workbench/keys/Keys.tsx'
import type { ModeProps } from '../../workbench/mode.ts'
import { boxWords } from './boxWords.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidScene } from './cuboidScene.ts'
import type { FrameBox } from './frameBoxes.ts'
import { InspectorNumber } from './InspectorNumber.tsx'
import { sceneOf, subscribeScenes } from './openScenes.ts'
import { propagate } from './propagate.ts'
import { SpaceInspector } from './SpaceInspector.tsx'
import { StationaryCheck } from './StationaryCheck.tsx'

const DEGREES = 180 / Math.PI
const UP = { x: 0, y: 0, z: 1 }

interface NumberField {
  label: 'field.x' | 'field.y' | 'field.z' | 'field.length' | 'field.width' | 'field.height' | 'field.yaw'
  digits: number
  read(cuboid: Cuboid): number
  /** null: the number is not valid here. */
  write(cuboid: Cuboid, value: number): Cuboid | null
}

const axis = (name: 'x' | 'y' | 'z'): NumberField => ({
  label: `field.${name}`,
  digits: 3,
  read: ({ position }) => position[name],
  write: (cuboid, value) => ({ ...cuboid, position: { ...cuboid.position, [name]: value } }),
})

const size = (name: 'length' | 'width' | 'height'): NumberField => ({
  label: `field.${name}`,
  digits: 3,
  read: ({ dimensions }) => dimensions[name],
  write: (cuboid, value) =>
    value >= LEAST_SIZE_M ? { ...cuboid, dimensions: { ...cuboid.dimensions, [name]: value } } : null,
})

const FIELDS: readonly NumberField[] = [
  axis('x'),
  axis('y'),
  axis('z'),
  size('length'),
  size('width'),
  size('height'),
  {
    label: 'field.yaw',
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

/** The selected object in numbers of the common frame, and what can be done with its track. */
export function CuboidInspector({ session }: ModeProps) {
  const scene = useSyncExternalStore(subscribeScenes, () => sceneOf(session))
  return (
    scene && (
      <>
        <CuboidNumbers scene={scene} />
        <SpaceInspector scene={scene} />
      </>
    )
  )
}

function CuboidNumbers({ scene }: { scene: CuboidScene }) {
  const t = useTranslator()
  const { editor } = scene
  const box = useObserved(editor, (e) => e.selectedBox())
  const canEdit = useObserved(editor, (e) => e.canEdit)
  if (!box) return null
  const cuboid = cuboidFromRelative(editor.job.originM, box.cuboid)
  const set = (changed: Cuboid | null) => {
    if (changed) editor.place(box.trackId, editor.frame, cuboidRelativeTo(editor.job.originM, changed), 'edit.number')
  }
  return (
    <section className="sensors-numbers" aria-label={t('cuboid.numbers')}>
      <div className="sensors-numbers-row">
        {FIELDS.map((field) => (
          <InspectorNumber
            key={field.label}
            label={t(field.label)}
            value={field.read(cuboid)}
            digits={field.digits}
            isLocked={!canEdit}
            onChange={(value) => set(field.write(cuboid, value))}
          />
        ))}
        <BoxState editor={editor} box={box} />
      </div>
      <TrackRow scene={scene} box={box} />
    </section>
  )
}

/** Whether the box of this frame is a keyframe, and how many points it holds. */
function BoxState({ editor, box }: { editor: CuboidEditor; box: FrameBox }) {
  const t = useTranslator()
  const frame = useObserved(editor, (e) => e.frame)
  return (
    <div className="sensors-box-state">
      <Badge size="sm" variant="light" tt="none" color={box.keyFrame ? 'yellow' : 'gray'}>
        {t.of(boxWords(box, frame))}
      </Badge>
      <PointCount editor={editor} box={box} />
    </div>
  )
}

function TrackRow({ scene, box }: { scene: CuboidScene; box: FrameBox }) {
  const t = useTranslator()
  const { editor, fits } = scene
  const sizeOfFrame = useObserved(editor, (e) => e.view.sizeOfFrame)
  const canEdit = useObserved(editor, (e) => e.canEdit)
  return (
    <div className="sensors-track-row">
      <StationaryCheck editor={editor} track={box.track} />
      <Tooltip label={t('cuboid.sizeOfFrame.hint')}>
        <Checkbox
          size="xs"
          label={t('cuboid.sizeOfFrame')}
          checked={sizeOfFrame}
          disabled={!canEdit}
          onChange={({ currentTarget }) => editor.setView({ sizeOfFrame: currentTarget.checked })}
        />
      </Tooltip>
      <RefitMenu scene={scene} />
      <Button.Group>
        <Button
          size="compact-xs"
          variant="default"
          disabled={!canEdit}
          onClick={() => void propagate(editor, fits, -1)}
        >
          {t('cuboid.propagateBack')}
        </Button>
        <Button size="compact-xs" variant="default" disabled={!canEdit} onClick={() => void propagate(editor, fits, 1)}>
          {t('cuboid.propagateForward')}
        </Button>
      </Button.Group>
    </div>
  )
}

function RefitMenu({ scene: { editor, fits } }: { scene: CuboidScene }) {
  const t = useTranslator()
  const canEdit = useObserved(editor, (e) => e.canEdit)
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <Button size="compact-xs" variant="default" disabled={!canEdit}>
          {t('cuboid.refitMenu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fits.verbs().map(({ verb, label }) => (
          <Menu.Item
            key={verb}
            rightSection={<KeyOf command={`cuboid.refit.${verb}`} />}
            onClick={() => void fits.refit(verb)}
          >
            {t.of(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const COUNT_AFTER_MS = 120

/** Counted when the box has come to rest: a million points at every move of a drag would be felt. */
function PointCount({ editor, box }: { editor: CuboidEditor; box: FrameBox }) {
  const t = useTranslator()
  const [count, setCount] = useState<number | null>(null)
  const { frame, isLoaded, isDragged } = useObserved(editor, (e) => ({
    frame: e.frame,
    isLoaded: e.clouds.isLoaded(e.frame),
    isDragged: e.draft !== null,
  }))
  useEffect(() => {
    if (isDragged) return
    const timer = setTimeout(() => setCount(isLoaded ? editor.countPoints(box, frame) : null), COUNT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [editor, box, frame, isLoaded, isDragged])
  return <span className="numbers">{count === null ? t('cuboid.countingPoints') : t('cuboid.points', { count })}</span>
}
