import { StorageError } from './files/fileStore.ts'
import { isBusyError, isConnectionError, isResourceError } from './postgres/errors.ts'

/** Whether the database or the storage is unreachable, busy or full: the same work may succeed later. */
export const isOutage = (error: unknown): boolean =>
  isConnectionError(error) || isResourceError(error) || isBusyError(error) || error instanceof StorageError
