import { consoleRoutes } from './console/consoleRoutes.ts'
import { sessionTwins } from './console/sessionTwins.ts'
import type { ApiContext } from './context.ts'
import type { Route } from './http/route.ts'
import { accountRoutes } from './people/accountRoutes.ts'
import { peopleRoutes } from './people/peopleRoutes.ts'
import { signInRoutes } from './people/signInRoutes.ts'

/** Routes of the service's own pages; opened by a session, not by a key, and in no public description. */
export function pageRoutes(context: ApiContext, publicRoutes: readonly Route[]): Route[] {
  return [
    ...signInRoutes(context),
    ...accountRoutes(context),
    ...peopleRoutes(context),
    ...consoleRoutes(context),
    ...sessionTwins(publicRoutes),
  ]
}
