import { useEffect, useMemo, useRef } from 'react'
import type { EditorSession } from '../../document/session.ts'
import { useObserved } from '../../document/useObserved.ts'
import { POINT_TOOLS } from '../../tools/points/pointTools.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import { fusionJobOf } from '../../view3d/fusionJobOf.ts'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import type { ModeProps } from '../../workbench/mode.ts'
import { CameraPane } from './CameraPane.tsx'
import { CameraThumbs } from './CameraThumbs.tsx'
import { LabelMainView } from './LabelMainView.tsx'
import { labelCommands } from './labelCommands.ts'
import type { LabelScene } from './labelScene.ts'
import { useLabelScene } from './useLabelScene.ts'
import '../sensors/sensors.css'
import './segmentation.css'
import { useTranslator } from '../../messages/useTranslator.tsx'

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
