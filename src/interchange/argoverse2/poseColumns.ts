import type { Pose } from '../../geometry/pose.ts'
import { quaternionNorm } from '../../geometry/quaternion.ts'
import type { FeatherColumn, SentTable } from '../arrow/feather.ts'

/** A pose a row, by the names of all tables of Argoverse 2. */
export function poseColumns(poses: readonly Pose[]): Record<string, FeatherColumn> {
  const column = (read: (pose: Pose) => number): FeatherColumn => ({ type: 'float64', values: poses.map(read) })
  return {
    qw: column(({ heading }) => heading.w),
    qx: column(({ heading }) => heading.x),
    qy: column(({ heading }) => heading.y),
    qz: column(({ heading }) => heading.z),
    tx_m: column(({ position }) => position.x),
    ty_m: column(({ position }) => position.y),
    tz_m: column(({ position }) => position.z),
  }
}

/** The pose of a row. @throws ImportError where its heading is not a rotation */
export function readPoses(table: SentTable): (row: number) => Pose {
  const [w, x, y, z, tx, ty, tz] = ['qw', 'qx', 'qy', 'qz', 'tx_m', 'ty_m', 'tz_m'].map((name) => table.number(name))
  return (row) => {
    const heading = { w: w(row), x: x(row), y: y(row), z: z(row) }
    const norm = quaternionNorm(heading)
    if (!(norm > 0) || !Number.isFinite(norm)) throw table.fault('qw', row)
    return { position: { x: tx(row), y: ty(row), z: tz(row) }, heading }
  }
}
