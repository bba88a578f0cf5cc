import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { MeAnswer } from '../../contract/people.ts'
import type { Permission } from '../../model/permissions.ts'
import { ApiFailure, request } from './api.ts'

export const ME_KEY = ['me'] as const

/** Who is signed in; null: signed out. */
export function useMeQuery() {
  return useQuery<MeAnswer | null>({
    queryKey: ME_KEY,
    queryFn: async ({ signal }) => {
      try {
        return await request('GET /api/me', { signal })
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 401) return null
        throw error
      }
    },
    staleTime: 5 * 60_000,
  })
}

export const MeContext = createContext<MeAnswer | null>(null)

/** The person who is signed in. Only within pages that ask for it. */
export function useMe(): MeAnswer {
  const me = useContext(MeContext)
  if (!me) throw new Error('no one is signed in')
  return me
}

export const useMay = (permission: Permission): boolean => useMe().permissions.includes(permission)

/** Call it after signing in or out: nothing that another person saw may remain. */
export function useSetMe(): (me: MeAnswer | null) => void {
  const client = useQueryClient()
  return (me) => {
    // All but this one, which the page is listening to.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME_KEY[0] })
    client.setQueryData(ME_KEY, me)
  }
}

export const nameOf = (me: Pick<MeAnswer, 'name' | 'email'>): string => me.name || me.email
