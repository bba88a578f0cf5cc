import { QueryClient } from '@tanstack/react-query'
import { ApiFailure, signedIn } from './api.ts'
import { ME_KEY } from './me.tsx'

/** Reads are tried again when the network or the service fails, never when the service has said no. */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < 2 && !(error instanceof ApiFailure && error.status > 0 && error.status < 500),
      },
      mutations: { retry: false },
    },
  })
  // The sign-in page appears and returns to the same address; unsaved work waits in the browser.
  signedIn.addEventListener('end', () => client.setQueryData(ME_KEY, null))
  return client
}
