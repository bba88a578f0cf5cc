import type { ExportSensor } from '../core/exportSet.ts'

/**
 * Channel names as the devkit expects them: its evaluation needs LIDAR_TOP, and it lists cameras by CAM_…. The primary
 * lidar, otherwise the first one, is LIDAR_TOP.
 */
export function channelsOf(sensors: readonly ExportSensor[]): Map<string, string> {
  const lidars = sensors.filter(({ modality }) => modality === 'lidar')
  const top = lidars.find(({ primaryView }) => primaryView) ?? lidars[0]
  const channels = new Map<string, string>()
  const taken = new Set<string>()
  for (const sensor of sensors) {
    const wanted = sensor === top ? 'LIDAR_TOP' : channelName(sensor)
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
    taken.add(name)
    channels.set(sensor.id, name)
  }
  return channels
}

function channelName({ id, modality }: ExportSensor): string {
  const prefix = modality === 'camera' ? 'CAM' : 'LIDAR'
  const safe = id
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return safe.startsWith(`${prefix}_`) ? safe : `${prefix}_${safe || 'X'}`
}
