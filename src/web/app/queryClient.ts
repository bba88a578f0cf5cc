import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './api.ts'
import { ME_KEY } from './me.tsx'

/** Reads are tried again when the network or the service fails, never when the service has said no. */
export function makeQueryClient(): QueryClient {
  const onError = (error: Error) => {
    // The session ended: the sign-in page comes up and leads back to the same address.
    if (error instanceof ApiFailure && error.status === 401) client.setQueryData(ME_KEY, null)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    // A wrong password answers 401 too, and the sign-in page shows it.
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < 2 && !(error instanceof ApiFailure && error.status > 0 && error.status < 500),
      },
      mutations: { retry: false },
    },
  })
  return client
}
