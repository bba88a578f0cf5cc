import { useSyncExternalStore } from 'react'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { PointReader } from './pointReader.ts'

/** The point under the pointer in numbers, in a corner of the large view. */
export function PointReadout({ editor, reader }: { editor: CuboidEditor; reader: PointReader }) {
  const read = useSyncExternalStore(reader.subscribe, () => reader.read)
  if (!read) return null
  const { point, distanceM, intensity, index, url } = read
  const { frames, sensors } = editor.job
  const source = frames.flatMap(({ clouds }) => clouds).find((cloud) => cloud.url === url)
  const lidars = sensors.filter(({ modality }) => modality === 'lidar')
  const name = lidars.length > 1 && lidars.find(({ id }) => id === source?.sensorId)?.name
  return (
    <output className="sensors-readout numbers" aria-label="Point under the pointer">
      <span>x {point.x.toFixed(3)}</span>
      <span>y {point.y.toFixed(3)}</span>
      <span>z {point.z.toFixed(3)} m</span>
      <span>{distanceM.toFixed(2)} m away</span>
      {intensity !== null && <span>intensity {Number(intensity.toPrecision(3))}</span>}
      <span>
        {name && `${name} `}#{index}
      </span>
    </output>
  )
}
