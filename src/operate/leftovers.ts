import { listOutsideClusters, type OutsideCluster, removeOutsideCluster } from '../store/postgres/abandoned.ts'

/** Databases outside their data folder, which no longer exists. */
export const abandonedClusters = (): OutsideCluster[] => listOutsideClusters().filter((one) => one.isAbandoned)

/** Removes one with all its data. @throws Error when it is in use, or not abandoned any more */
export const removeLeftover = (cluster: OutsideCluster): Promise<void> => removeOutsideCluster(cluster)
