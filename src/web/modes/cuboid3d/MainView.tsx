import { Progress } from '@mantine/core'
import { X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { distance, subtract, type Vec3 } from '../../../geometry/vec3.ts'
import { paintRelationArrows } from '../../canvas/relationArrows.ts'
import { systemClock } from '../../document/clock.ts'
import { relationLinksOf } from '../../document/relationLinks.ts'
import type { EditorSession } from '../../document/session.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { msg } from '../../messages/message.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { ACCENT_ON_CLOUD } from '../../tokens.ts'
import { type ScreenPoint, screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'
import { KeyOf } from '../../workbench/keys/Keys.tsx'
import type { Command } from '../../workbench/keys/keymap.ts'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import { LoadState } from '../sensors/LoadState.tsx'
import { withPins } from '../sensors/pinTool.ts'
import { ViewPane } from '../sensors/ViewPane.tsx'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidScene } from './cuboidScene.ts'
import { paintComparison } from './paintComparison.ts'
import { paintMain } from './paintMain.ts'
import { paintSolid } from './paintSolid.ts'
import { paintSpaces } from './paintSpaces.ts'
import { paintSuggestions } from './paintSuggestions.ts'
import { PointReader, readPoint, withPointReader } from './pointReader.ts'
import type { SpaceObjects } from './spaceObjects.ts'
import { ViewBar } from './ViewBar.tsx'

const HINTS = new Map([
  ['drag', 'cuboid.hint.drag'],
  ['click', 'cuboid.hint.click'],
  ['rectangle', 'cuboid.hint.rectangle'],
  ['camera', 'cuboid.hint.camera'],
  ['polyline3d', 'cuboid.hint.polyline3d'],
  ['keypoint3d', 'cuboid.hint.keypoint3d'],
] as const)

/** What the pointer does now, as far as it cannot be seen. */
function ToolHint({ editor }: { editor: CuboidEditor }) {
  const t = useTranslator()
  const { session } = editor
  const isPropagating = useObserved(editor, ({ task }) => task.isRunning)
  const tool = useSession(session, (open) => open.activeTool)
  const isEmpty = useSession(session, ({ document }) => document.tracks.size === 0)
  const hint = (HINTS as ReadonlyMap<string, HintId>).get(tool) ?? (isEmpty ? 'cuboid.hint.select' : null)
  if (isPropagating) {
    return (
      <div className="sensors-hint fit-awaited">
        {t('propagate.goesOn')}
        <IconButton label={t('propagate.cancel')} icon={X} onClick={() => editor.task.stop()} />
      </div>
    )
  }
  if (tool === 'fit') return <AskedFit session={session} />
  return hint && <div className="sensors-hint">{t(hint)}</div>
}

type HintId = typeof HINTS extends Map<string, infer Id> ? Id : never

/** What the tool does that asks an assistant, how its question goes, and what to do with the answer. */
function AskedFit({ session }: { session: EditorSession }) {
  const t = useTranslator()
  const awaited = useSession(session, ({ suggestions }) => suggestions.awaited)
  const isAnswered = useSession(session, ({ suggestions }) => suggestions.answerId !== null)
  if (awaited) {
    const { assistant, progress, stop } = awaited
    return (
      <div className="sensors-hint fit-awaited" role="status">
        {t('assist.fitting', { name: assistant })}
        <Progress value={progress === null ? 100 : progress * 100} animated size="sm" w="6rem" />
        <IconButton label={t('assist.cancel')} icon={X} onClick={stop} />
      </div>
    )
  }
  const keys = { accept: <KeyOf command="assist.accept" />, drop: <KeyOf command="assist.escape" /> }
  return <div className="sensors-hint">{isAnswered ? t.rich('assist.fitAnswer', keys) : t('assist.fitTask')}</div>
}

const MARK_PX = 4

/** From the start of the measurement to the point under the pointer; in the common frame. */
function paintRuler(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  originM: Vec3,
  from: Vec3,
  to: Vec3 | null,
): void {
  const places = [from, ...(to ? [to] : [])].map((point) => screenOf(viewCamera, subtract(point, originM)))
  context.strokeStyle = ACCENT_ON_CLOUD.line
  context.lineWidth = 1.5
  context.beginPath()
  for (const place of places) {
    if (!place) continue
    context.moveTo(place.x + MARK_PX, place.y)
    context.arc(place.x, place.y, MARK_PX, 0, 2 * Math.PI)
  }
  const [start, end] = places
  if (start && end) {
    context.moveTo(start.x, start.y)
    context.lineTo(end.x, end.y)
  }
  context.stroke()
}

/** The large view: perspective, or from straight above. */
export function MainView({ scene, isSmall = false }: { scene: CuboidScene; isSmall?: boolean }) {
  const t = useTranslator()
  const { editor, renderer, boxLayer, host, pins, spaces } = scene
  const reader = useMemo(() => {
    const readAt = (at: ScreenPoint) => {
      const viewCamera = host.viewCameraOf('main')
      return viewCamera && readPoint(viewCamera, at, editor.shownClouds(), editor.job.originM)
    }
    return new PointReader(systemClock, readAt)
  }, [editor, host])
  useEffect(
    () =>
      reader.subscribe(() => {
        if (editor.view.rulerFrom) editor.redraw()
      }),
    [editor, reader],
  )
  useCommands(useMemo(() => [rulerCommand(editor, reader)], [editor, reader]))
  const tool = useMemo(() => {
    const opensPins = () => host.activeTool === 'select'
    return withPointReader(withPins(scene.tool, { pins, host, view: 'main', opensPins }), reader)
  }, [scene.tool, pins, host, reader])
  const prepare = useCallback(() => {
    const clouds = editor.shownClouds()
    editor.clouds.layer.show(clouds, editor.look(clouds))
    editor.clouds.layer.setView(editor.selectedBox(), null)
    const { resting, selected } = editor.drawnBoxes()
    boxLayer.show(resting, selected)
  }, [editor, boxLayer])
  const paint = useCallback(
    (context: CanvasRenderingContext2D, viewCamera: ViewCamera) => {
      paintMain(context, viewCamera, editor, spaces)
      paintSuggestions(context, viewCamera, editor)
      paintComparison(context, viewCamera, editor)
      paintSolid(context, viewCamera, editor, host)
      paintSpaces(context, viewCamera, editor, spaces)
      paintRelations(context, viewCamera, editor, spaces)
      const { rulerFrom } = editor.view
      if (rulerFrom) paintRuler(context, viewCamera, editor.job.originM, rulerFrom, reader.read?.point ?? null)
      pins.paint(context, viewCamera)
    },
    [editor, host, pins, reader, spaces],
  )
  return (
    <>
      <ViewPane
        name="main"
        label={t('cuboid.view3d')}
        host={host}
        tool={tool}
        renderer={renderer}
        prepare={prepare}
        paint={paint}
        scenes={[editor.clouds.layer.scene, boxLayer.scene]}
      />
      {!isSmall && <ViewBar scene={scene} />}
      {!isSmall && <PointReadout editor={editor} reader={reader} />}
      {!isSmall && <ToolHint editor={editor} />}
      <LoadState editor={editor} />
      {!editor.session.readOnly && !editor.editableLidar && (
        <div className="sensors-locked">{t('cuboid.lidarReadOnly')}</div>
      )}
    </>
  )
}

/** Measures from the point under the pointer; done again it ends. */
function rulerCommand(editor: CuboidEditor, reader: PointReader): Command {
  const run = () => {
    const rulerFrom = editor.view.rulerFrom ? null : (reader.read?.point ?? null)
    if (!rulerFrom && !editor.view.rulerFrom) editor.tell(msg('cuboid.ruler.pointFirst'))
    editor.setView({ rulerFrom })
  }
  return { id: 'cloud.ruler', group: msg('cuboid.view3d'), label: msg('cuboid.ruler'), keys: ['Alt+M'], run }
}

/** Over the large view: arrows from and to the selected objects. */
function paintRelations(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  editor: CuboidEditor,
  spaces: SpaceObjects,
): void {
  const { session, frame } = editor
  const links = relationLinksOf(session.document, session.selection)
  if (links.length === 0) return
  const { resting, selected } = editor.drawnBoxes()
  const places = new Map([
    ...[...resting, ...selected].map(({ trackId, cuboid }) => [trackId, cuboid.position] as const),
    ...spaces.drawn(frame).map(({ trackId, shape }) => [trackId, shape.points[0]] as const),
  ])
  const screenPlaceOf = (trackId: string) => {
    const place = places.get(trackId)
    return place ? screenOf(viewCamera, place) : null
  }
  const arrows = links.flatMap(({ name, ...link }) => {
    const [from, to] = [screenPlaceOf(link.from), screenPlaceOf(link.to)]
    return from && to ? { from, to, name } : []
  })
  paintRelationArrows(context, arrows, { scale: 1, turns: 0 })
}

/** The point under the pointer in numbers, in a corner of the large view. */
function PointReadout({ editor, reader }: { editor: CuboidEditor; reader: PointReader }) {
  const t = useTranslator()
  const read = useSyncExternalStore(reader.subscribe, () => reader.read)
  const rulerFrom = useObserved(editor, ({ view }) => view.rulerFrom)
  if (!read) return null
  const { point, distanceM, intensity, index, url } = read
  const { frames, sensors } = editor.job
  const source = frames.flatMap(({ clouds }) => clouds).find((cloud) => cloud.url === url)
  const lidars = sensors.filter(({ modality }) => modality === 'lidar')
  const name = lidars.length > 1 && lidars.find(({ id }) => id === source?.sensorId)?.name
  return (
    <output className="sensors-readout numbers" aria-label={t('cuboid.readout')}>
      {rulerFrom && (
        <strong>
          {t('cuboid.ruler.away', {
            distance: distance(rulerFrom, point).toFixed(2),
            across: Math.hypot(point.x - rulerFrom.x, point.y - rulerFrom.y).toFixed(2),
            up: (point.z - rulerFrom.z).toFixed(2),
          })}
        </strong>
      )}
      <span>{t('cuboid.readout.x', { x: point.x.toFixed(3) })}</span>
      <span>{t('cuboid.readout.y', { y: point.y.toFixed(3) })}</span>
      <span>{t('cuboid.readout.z', { z: point.z.toFixed(3) })}</span>
      <span>{t('cuboid.readout.distance', { distance: distanceM.toFixed(2) })}</span>
      {intensity !== null && (
        <span>{t('cuboid.readout.intensity', { intensity: Number(intensity.toPrecision(3)) })}</span>
      )}
      <span>
        {name && `${name} `}#{index}
      </span>
    </output>
  )
}
