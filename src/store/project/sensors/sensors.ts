import type { Queryable } from '../../postgres/pools.ts'

/** Sensor configurations that a project keeps, so that jobs may leave them out. Stored as they were sent. */
export async function putSensor(
  db: Queryable,
  projectId: string,
  sensorId: string,
  configuration: object,
): Promise<void> {
  await db.query(
    `insert into sensors (project_id, sensor_id, configuration) values ($1, $2, $3)
     on conflict (project_id, sensor_id) do update set configuration = excluded.configuration`,
    [projectId, sensorId, JSON.stringify(configuration)],
  )
}

export async function listSensors<Configuration extends object>(
  db: Queryable,
  projectId: string,
): Promise<Map<string, Configuration>> {
  const { rows } = await db.query<{ sensor_id: string; configuration: Configuration }>(
    'select sensor_id, configuration from sensors where project_id = $1 order by sensor_id',
    [projectId],
  )
  return new Map(rows.map((row) => [row.sensor_id, row.configuration]))
}
