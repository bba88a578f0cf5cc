import { identityPose, type Pose } from '../../geometry/pose.ts'

interface LidarFile {
  sensorId: string
  commonFromSensor: Pose | null
}

interface Rig {
  sensors: readonly { id: string; modality: 'lidar' | 'camera'; primaryView: boolean }[]
  pointCloudFrame: 'sensor' | 'common' | null
}

/** The cloud that a frame is about: that of the primary lidar, otherwise the frame's first. */
export function mainCloud<F extends LidarFile>({ sensors }: Rig, files: readonly F[]): F | undefined {
  const lidars = sensors.filter(({ modality }) => modality === 'lidar')
  const fileOf = (id: string | undefined) => files.find(({ sensorId }) => sensorId === id)
  return fileOf(lidars.find(({ primaryView }) => primaryView)?.id) ?? lidars.map(({ id }) => fileOf(id)).find(Boolean)
}

/** Those of a frame that a format of one cloud a frame leaves out. */
export function otherClouds<F extends LidarFile & { kind: 'cloud' | 'image' }>(rig: Rig, files: readonly F[]): F[] {
  const main = mainCloud(rig, files)
  return files.filter((file) => file.kind === 'cloud' && file !== main)
}

/** The pose of a frame's main cloud in the job's common frame. */
export function commonFromCloud(rig: Rig, files: readonly LidarFile[]): Pose {
  return rig.pointCloudFrame === 'common' ? identityPose : (mainCloud(rig, files)?.commonFromSensor ?? identityPose)
}
