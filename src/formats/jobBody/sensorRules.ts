import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import { type Fault, faultAt } from '../errors/fault.ts'
import type { InputSensorMeta } from './input.ts'
import { isObject } from './shape.ts'
import type { IntrinsicsWire, KeptSensor, SensorMetaWire } from './wire.ts'

const META = 'data.sensor_data.sensor_meta'

export interface Warning {
  field: string
  /**
   * NO_PROJECTION: images of this camera are shown without the cuboids. NO_MOTION: ego_pose is not in every frame.
   * METADATA_IGNORED: it is outside of its limits. TIMESTAMP_IGNORED: it has another form or does not increase.
   */
  type: string
}

export interface SensorTable {
  sensors: InputSensorMeta[]
  failures: Fault[]
  warnings: Warning[]
}

/**
 * The sensors of a job: its own `sensor_meta`, completed from the project's configurations of the same ids; stored
 * sensors that frames use may be missing from the list.
 */
export function sensorTable(
  meta: readonly SensorMetaWire[],
  keptSensors: ReadonlyMap<string, KeptSensor>,
  usedIds: ReadonlySet<string>,
): SensorTable {
  const table: SensorTable = { sensors: [], failures: [], warnings: [] }
  const seen = new Set<string>()
  let primary = false
  meta.forEach((own, index) => {
    const field = `${META}[${index}]`
    if (typeof own?.id !== 'string') return
    if (seen.has(own.id)) table.failures.push(faultAt(`${field}.id`, 'DUPLICATE', 'another id for each sensor', own.id))
    seen.add(own.id)
    if (own.primary_view === true) {
      if (primary) {
        const expected = 'at most one sensor that is the primary view'
        table.failures.push(faultAt(`${field}.primary_view`, 'DUPLICATE', expected, 'a second one'))
      }
      primary = true
    }
    addSensor(table, own, keptSensors.get(own.id), field)
  })
  for (const id of usedIds) {
    const kept = keptSensors.get(id)
    if (kept && !seen.has(id)) addSensor(table, { id }, kept, META)
  }
  return table
}

function addSensor(table: SensorTable, own: SensorMetaWire, kept: KeptSensor | undefined, field: string): void {
  const modality = own.modality ?? kept?.modality
  if (modality === undefined || modality === null)
    table.failures.push(faultAt(`${field}.modality`, 'MISSING', 'lidar or camera', modality))
  if (modality !== 'lidar' && modality !== 'camera') return
  const model = own.intrinsics?.camera_model ?? own.camera_model ?? kept?.intrinsics?.camera_model ?? kept?.camera_model
  const wire = own.intrinsics ?? kept?.intrinsics
  const intrinsics = modality === 'camera' && isObject(wire) ? readIntrinsics(wire, model ?? 'brown_conrady') : null
  if (modality === 'camera' && !(intrinsics && intrinsics.fx !== 0 && intrinsics.fy !== 0)) {
    table.warnings.push({ field: `${field}.intrinsics`, type: 'NO_PROJECTION' })
  }
  checkPointLayout(table, own, field)
  const pointLayout = own.point_layout ?? kept?.point_layout
  table.sensors.push({
    id: own.id,
    name: own.name ?? kept?.name ?? own.id,
    modality,
    primaryView: own.primary_view ?? false,
    state: own.state ?? kept?.state ?? 'editable',
    intrinsics,
    ...(pointLayout && { pointLayout }),
  })
}

/** What the schema cannot say of the names of a point's numbers. */
function checkPointLayout({ failures }: SensorTable, own: SensorMetaWire, field: string): void {
  const { fields } = own.point_layout ?? {}
  if (!Array.isArray(fields)) return
  const seen = new Set<string>()
  for (const [index, name] of fields.entries()) {
    const here = `${field}.point_layout.fields[${index}]`
    if (seen.has(name)) failures.push(faultAt(here, 'DUPLICATE', 'each name once', name))
    seen.add(name)
  }
  const missing = ['x', 'y', 'z'].filter((name) => !seen.has(name))
  if (missing.length > 0)
    failures.push(
      faultAt(`${field}.point_layout.fields`, 'MISSING', 'x, y and z among the fields', `no ${missing.join(', ')}`),
    )
}

function readIntrinsics(wire: IntrinsicsWire, cameraModel: CameraIntrinsics['cameraModel']): CameraIntrinsics {
  const number = (name: string, otherSpelling?: string) =>
    wire[name] ?? (otherSpelling === undefined ? undefined : wire[otherSpelling]) ?? 0
  return {
    cameraModel,
    fx: number('fx'),
    fy: number('fy'),
    cx: number('cx', 'cX'),
    cy: number('cy', 'cY'),
    skew: number('skew'),
    k1: number('k1'),
    k2: number('k2'),
    k3: number('k3'),
    k4: number('k4'),
    p1: number('p1'),
    p2: number('p2'),
    scaleFactor: wire.scale_factor ?? 1,
  }
}
