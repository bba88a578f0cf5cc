export const IDENTITY_POSE = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }

const META = [{ id: 'lidar', name: 'lidar', modality: 'lidar' }]

const sensorAt = (url: string) => ({ sensor_id: 'lidar', data_url: url, sensor_pose: IDENTITY_POSE })

/** `data` of a job body: one cloud, in its own coordinates. */
export const cloudJobData = (url: string): object => ({
  sensor_data: { sensors: [sensorAt(url)], sensor_meta: META },
})

/** `data` of a job body: clouds of one lidar, each in the coordinates that its labels are in. */
export const sequenceJobData = (urls: readonly string[]): object => ({
  sensor_data: {
    frames: urls.map((url, index) => ({ frame_id: String(index), sensors: [sensorAt(url)] })),
    sensor_meta: META,
  },
})
