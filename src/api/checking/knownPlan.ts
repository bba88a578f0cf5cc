import type { ApiContext } from '../context.ts'
import type { CheckPlan, LocalCloud, PlannedCloud } from '../threads/checkWork.ts'

export interface KnownPlan extends CheckPlan {
  /** Prepared clouds by the fields of the job's body. */
  files: ReadonlyMap<string, string>
  /** Points without coordinates: no one can label them. */
  missingPoints: number
}

/** Those of the clouds that are there, with the place of each on this machine. */
export async function localClouds(
  { files }: ApiContext,
  plan: KnownPlan,
  clouds: readonly PlannedCloud[],
): Promise<LocalCloud[]> {
  const found = clouds.map(async (cloud) => {
    const file = plan.files.get(cloud.field)
    return file ? [{ ...cloud, path: await files.localPath(file) }] : []
  })
  return (await Promise.all(found)).flat()
}
