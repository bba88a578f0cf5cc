import type { JobPayloadAnswer } from '../../contract/payload.ts'
import { fileUrl, type SensorFrame, type SensorView } from '../../formats/workbench/job.ts'
import { createCamera } from '../../geometry/camera.ts'
import { isProjectable } from '../../geometry/intrinsics.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { frameTimes } from './frameTimes.ts'
import type { CameraSource, CloudSource, FusionFrame, FusionJob } from './fusionJob.ts'

type SensorContent = Extract<JobPayloadAnswer['content'], { kind: 'frames' | 'cloud' }>
type SensorMeta = SensorContent['sensors'][number]

/** The job as the scene takes it; null when it is about images alone. */
export function fusionJobOf(payload: JobPayloadAnswer): FusionJob | null {
  const { content } = payload
  if (content.kind !== 'frames' && content.kind !== 'cloud') return null
  const metaOf = new Map(content.sensors.map((meta) => [meta.id, meta]))
  const primary = content.sensors.find((meta) => meta.primaryView) ?? firstLidar(content)
  return {
    originM: originOf(content),
    frames: content.frames.map((frame) => fusionFrame(payload, frame, metaOf)),
    frameTimes: frameTimes(content.frames),
    sensors: content.sensors.map(({ id, name, modality, state }) => ({
      id,
      name,
      modality,
      editable: state === 'editable',
    })),
    primarySensorId: primary?.id ?? '',
    hasEgoPose: content.hasEgoPose,
  }
}

const firstLidar = ({ sensors }: SensorContent) => sensors.find(({ modality }) => modality === 'lidar')

/** Whole metres near the first lidar: small numbers for the GPU, exact ones to add again. */
function originOf({ frames }: SensorContent): Vec3 {
  const lidar = frames.flatMap(({ sensors }) => sensors).find(({ cloud }) => cloud !== null)
  const { x, y, z } = lidar?.commonFromSensor.position ?? { x: 0, y: 0, z: 0 }
  return { x: Math.round(x), y: Math.round(y), z: Math.round(z) }
}

function fusionFrame(
  payload: JobPayloadAnswer,
  frame: SensorFrame,
  metaOf: ReadonlyMap<string, SensorMeta>,
): FusionFrame {
  const clouds: CloudSource[] = []
  const cameras: CameraSource[] = []
  for (const view of frame.sensors) {
    const { sensorId, cloud } = view
    if (cloud) {
      clouds.push({
        sensorId,
        url: fileUrl(payload, cloud.file),
        bytes: cloud.bytes,
        commonFromCloud: cloud.commonFromCloud,
        sensorPosition: view.commonFromSensor.position,
      })
    }
    const camera = cameraSource(payload, view, metaOf.get(sensorId))
    if (camera) cameras.push(camera)
  }
  return { frameId: frame.frameId, egoPose: frame.commonFromEgo, clouds, cameras }
}

function cameraSource(payload: JobPayloadAnswer, view: SensorView, meta: SensorMeta | undefined): CameraSource | null {
  const { image } = view
  if (!image) return null
  const { file, pyramid } = image
  // A huge image has only tiles; its smallest level still shows where things are.
  const shown = file ?? pyramid?.tiles['0/0/0'] ?? null
  if (!shown) return null
  const intrinsics = meta?.intrinsics
  const camera = intrinsics && isProjectable(intrinsics) ? createCamera(intrinsics, view.commonFromSensor) : null
  return {
    sensorId: view.sensorId,
    url: fileUrl(payload, shown),
    size: { width: image.widthPx, height: image.heightPx },
    tiles: file === null && pyramid ? { pyramid, urlOf: (name) => fileUrl(payload, name) } : null,
    camera,
  }
}
