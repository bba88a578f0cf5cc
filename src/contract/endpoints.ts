import { accessEndpoints } from './access.ts'
import { accountEndpoints } from './account.ts'
import { assistEndpoints } from './assist.ts'
import { assistantEndpoints } from './assistants.ts'
import { assistantTaskEndpoints } from './assistantTasks.ts'
import { batchEndpoints } from './batches.ts'
import { callbackEndpoints } from './callbacks.ts'
import { checkEndpoints } from './checks.ts'
import { consoleEndpoints } from './console.ts'
import { contestEndpoints } from './contests.ts'
import { deliveryEndpoints } from './deliveries.ts'
import { documentEndpoints } from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import { exportEndpoints } from './exports.ts'
import { fileEndpoints } from './files.ts'
import { goldEndpoints } from './gold.ts'
import { groupEndpoints } from './groups.ts'
import { importEndpoints } from './imports.ts'
import { ingestEndpoints } from './ingests.ts'
import { installationEndpoints } from './installation.ts'
import { issueEndpoints } from './issues.ts'
import { jobActionEndpoints } from './jobActions.ts'
import { jobEndpoints } from './jobs.ts'
import { modelEndpoints } from './models.ts'
import { undefinedEndpoints } from './notices.ts'
import { notificationEndpoints } from './notifications.ts'
import { peopleEndpoints } from './people.ts'
import { progressEndpoints } from './progress.ts'
import { projectEndpoints } from './projects.ts'
import { qualityEndpoints } from './quality.ts'
import { queueEndpoints } from './queue.ts'
import { resultEndpoints } from './results.ts'
import { serviceEndpoints } from './service.ts'
import { tagEndpoints } from './tags.ts'
import { workEndpoints } from './work.ts'

/** Every call that the service answers, by the name of the operation. */
export const ENDPOINTS = {
  ...accessEndpoints,
  ...accountEndpoints,
  ...assistEndpoints,
  ...assistantTaskEndpoints,
  ...assistantEndpoints,
  ...batchEndpoints,
  ...callbackEndpoints,
  ...checkEndpoints,
  ...consoleEndpoints,
  ...contestEndpoints,
  ...deliveryEndpoints,
  ...documentEndpoints,
  ...exportEndpoints,
  ...fileEndpoints,
  ...goldEndpoints,
  ...groupEndpoints,
  ...importEndpoints,
  ...ingestEndpoints,
  ...installationEndpoints,
  ...issueEndpoints,
  ...jobActionEndpoints,
  ...jobEndpoints,
  ...modelEndpoints,
  ...undefinedEndpoints,
  ...notificationEndpoints,
  ...peopleEndpoints,
  ...progressEndpoints,
  ...projectEndpoints,
  ...qualityEndpoints,
  ...queueEndpoints,
  ...resultEndpoints,
  ...serviceEndpoints,
  ...tagEndpoints,
  ...workEndpoints,
} satisfies Readonly<Record<string, Endpoint>>

export type Endpoints = typeof ENDPOINTS
export type Operation = keyof Endpoints
