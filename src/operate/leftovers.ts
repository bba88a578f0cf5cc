import { listOutsideClusters, type OutsideCluster, removeOutsideCluster } from '../store/postgres/abandoned.ts'

/** Databases outside of their data folder, where that is gone. */
export const abandonedClusters = (): OutsideCluster[] => listOutsideClusters().filter((one) => one.isAbandoned)

/** Removes one with all its data. @throws Error when it is in use, or not abandoned any more */
export const removeLeftover = (cluster: OutsideCluster): Promise<void> => removeOutsideCluster(cluster)
