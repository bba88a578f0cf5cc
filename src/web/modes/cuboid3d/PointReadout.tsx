import { useSyncExternalStore } from 'react'
import { distance } from '../../../geometry/vec3.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { PointReader } from './pointReader.ts'

/** The point under the pointer in numbers, in a corner of the large view. */
export function PointReadout({ editor, reader }: { editor: CuboidEditor; reader: PointReader }) {
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
