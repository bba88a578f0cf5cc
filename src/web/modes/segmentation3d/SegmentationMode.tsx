import '../sensors/sensors.css'
import './segmentation.css'
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import type { EditorSession } from '../../document/session.ts'
import { useObserved } from '../../document/useObserved.ts'
import { asError } from '../../kit/asError.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import type { Translator } from '../../messages/translator.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import { LabelStore } from '../../scene/labels/labelStore.ts'
import type { PointMachine } from '../../tools/points/pointMachine.ts'
import { POINT_TOOLS } from '../../tools/points/pointTools.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import { fusionJobOf } from '../../view3d/fusionJobOf.ts'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import type { ModeProps } from '../../workbench/mode.ts'
import { type Made, SceneFault, useOnCanvas } from '../sensors/useOnCanvas.ts'
import { CameraPane } from './CameraPane.tsx'
import { CameraThumbs } from './CameraThumbs.tsx'
import { LabelMainView } from './LabelMainView.tsx'
import { labelCommands } from './labelCommands.ts'
import type { LabelScene } from './labelScene.ts'
import { makeLabelWork } from './labelWork.ts'
import { labelScenes } from './openScenes.ts'

/** Labels of single points of one cloud, with or without cameras. */
export function SegmentationMode({ session }: ModeProps) {
  const t = useTranslator()
  const job = useMemo(() => fusionJobOf(session.job), [session])
  if (!job?.frames[0]) return <div className="sensors-empty">{t('cuboid.noClouds')}</div>
  return <Views session={session} job={job} />
}

function Views({ session, job }: { session: EditorSession; job: FusionJob }) {
  const t = useTranslator()
  const canvas = useRef<HTMLCanvasElement>(null)
  const scene = useLabelScene(session, job, canvas)
  useEffect(() => {
    session.setTools(POINT_TOOLS)
  }, [session])
  return (
    <div className="sensors">
      <canvas ref={canvas} className="sensors-canvas" />
      {scene && 'fault' in scene && <div className="sensors-empty">{t.of(scene.fault)}</div>}
      {scene && !('fault' in scene) && <Grid scene={scene} />}
    </div>
  )
}

function Grid({ scene }: { scene: LabelScene }) {
  const commands = useMemo(() => labelCommands(scene), [scene])
  useCommands(commands)
  const cameraId = useObserved(scene.editor, ({ view }) => view.cameraId)
  const cameraLarge = useObserved(scene.editor, ({ view }) => view.cameraLarge)
  const { cameras } = scene.editor.job.frames[0]
  const camera = cameras.find(({ sensorId }) => sensorId === cameraId) ?? null
  const main = <LabelMainView key="main" scene={scene} />
  const beside = camera && <CameraPane key={camera.sensorId} scene={scene} source={camera} />
  const isSwapped = cameraLarge && beside !== null
  return (
    <div className={beside ? 'segmentation-grid segmentation-grid-split' : 'segmentation-grid'}>
      <div className="sensors-main">{isSwapped ? beside : main}</div>
      {beside && <div className="sensors-main">{isSwapped ? main : beside}</div>}
      {cameras.length > 0 && <CameraThumbs scene={scene} />}
    </div>
  )
}

/** The whole scene, as long as the canvas exists. */
function useLabelScene(
  session: EditorSession,
  job: FusionJob,
  canvas: RefObject<HTMLCanvasElement | null>,
): LabelScene | { fault: Message } | null {
  const t = useTranslator()
  const make = useCallback((renderer: ViewRenderer) => makeScene(session, job, renderer, t), [session, job, t])
  return useOnCanvas(canvas, make)
}

function makeScene(session: EditorSession, job: FusionJob, renderer: ViewRenderer, t: Translator): Made<LabelScene> {
  const made = makeLabelWork(session, job, renderer, storeOf(session), t)
  const scene = { ...made.scene, renderer }
  const leaves = [watchModifiers(scene.tool), labelScenes.announce(session, scene)]
  const dispose = () => {
    for (const leave of leaves) leave()
    made.dispose()
  }
  return { scene, dispose }
}

function storeOf(session: EditorSession): LabelStore {
  try {
    return new LabelStore(session)
  } catch (error) {
    throw new SceneFault(msg('seg.labelsNotShown', { detail: asError(error).message }))
  }
}

/** Ctrl and Alt change what the next press does, before the pointer moves. The answer ends it. */
function watchModifiers(tool: PointMachine): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (/^(Control|Meta|Alt)$/.test(key)) tool.hold({ ctrl: ctrlKey || metaKey, alt: altKey })
  }
  window.addEventListener('keydown', onKey)
  window.addEventListener('keyup', onKey)
  return () => {
    window.removeEventListener('keydown', onKey)
    window.removeEventListener('keyup', onKey)
  }
}
