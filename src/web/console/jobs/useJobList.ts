import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../../kit/api.ts'
import { FIRST_PAGE } from '../../kit/firstPage.ts'
import { keys } from '../queries.ts'

/** How many empty pages are loaded automatically: the service reads a limited part of the list for each. */
const EMPTY_PAGES = 20
const LIVE_MS = 15_000

/** The jobs of a filter, page by page; refreshed while the page is visible. */
export function useJobList(projectId: string, query: Readonly<Record<string, string>>) {
  const list = useInfiniteQuery({
    queryKey: [...keys.jobs(projectId), query],
    queryFn: ({ signal, pageParam }) =>
      request('GET /api/projects/:pid/jobs', {
        params: { pid: projectId },
        query: { ...query, page_token: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.nextPage,
    // Many pages are not read again and again: who went that far looks for something.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 3 ? false : LIVE_MS),
  })
  const pages = list.data?.pages ?? []
  const rows = pages.flatMap(({ jobs }) => jobs)
  const { hasNextPage, isFetching, fetchNextPage, isError } = list
  const mayGoOn = hasNextPage && !isFetching && !isError && rows.length === 0 && pages.length < EMPTY_PAGES
  useEffect(() => {
    if (mayGoOn) void fetchNextPage()
  }, [mayGoOn, fetchNextPage])
  return { ...list, rows, isLooking: list.isPending || (rows.length === 0 && (mayGoOn || (isFetching && hasNextPage))) }
}
