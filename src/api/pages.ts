import { consoleRoutes } from './console/consoleRoutes.ts'
import { jobViewRoutes } from './console/jobViewRoutes.ts'
import { sessionTwins } from './console/sessionTwins.ts'
import type { ApiContext } from './context.ts'
import type { Route } from './http/route.ts'
import { accountRoutes } from './people/accountRoutes.ts'
import { keyRoutes } from './people/keyRoutes.ts'
import { notificationRoutes } from './people/notificationRoutes.ts'
import { openIdRoutes } from './people/openIdRoutes.ts'
import { peopleRoutes } from './people/peopleRoutes.ts'
import { signInRoutes } from './people/signInRoutes.ts'
import { noticeRoutes } from './quality/noticeRoutes.ts'
import { webRoutes } from './web/webRoutes.ts'
import { assetRoutes } from './workbench/assetRoutes.ts'
import { candidateRoutes } from './workbench/candidateRoutes.ts'
import { checkRoutes } from './workbench/checkRoutes.ts'
import { contestRoute } from './workbench/contestRoute.ts'
import { documentRoutes } from './workbench/documentRoutes.ts'
import { draftRoutes } from './workbench/draftRoutes.ts'
import { feedbackRoute } from './workbench/feedbackRoute.ts'
import { instructionsRoute } from './workbench/instructionsRoute.ts'
import { issueRoutes } from './workbench/issueRoutes.ts'
import { queueRoutes } from './workbench/queueRoutes.ts'
import { reviewRoutes } from './workbench/reviewRoutes.ts'
import { viewerRoutes } from './workbench/viewerRoutes.ts'
import type { WorkbenchContext } from './workbench/workbenchContext.ts'
import { workRoutes } from './workbench/workRoutes.ts'

/** Routes of the service's own pages, opened by a session, not by a key. */
export function pageRoutes(workbench: WorkbenchContext, publicRoutes: readonly Route[]): Route[] {
  const { context } = workbench
  return [
    ...signInRoutes(context),
    ...openIdRoutes(context),
    ...accountRoutes(context),
    ...keyRoutes(context),
    ...notificationRoutes(context),
    ...peopleRoutes(context),
    ...consoleRoutes(context),
    ...jobViewRoutes(context),
    ...sessionTwins(context, publicRoutes),
    ...queueRoutes(workbench),
    ...workRoutes(workbench),
    ...checkRoutes(workbench),
    ...reviewRoutes(workbench),
    ...draftRoutes(workbench),
    ...issueRoutes(workbench),
    feedbackRoute(workbench),
    contestRoute(workbench),
    instructionsRoute(workbench),
    ...candidateRoutes(workbench),
    ...documentRoutes(workbench),
    ...noticeRoutes(context),
    ...assetRoutes(workbench),
    ...viewerRoutes(workbench),
    ...webRoutes(context.webFolder, storageOrigin(context.config)),
  ]
}

function storageOrigin({ storageReads, s3 }: ApiContext['config']): string | null {
  return storageReads === 'presigned' ? new URL(s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`).origin : null
}
