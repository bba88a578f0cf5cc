import { useQuery } from '@tanstack/react-query'
import { request } from '../../kit/api.ts'
import { keys } from '../queries.ts'

export const useJobViews = (projectId: string) =>
  useQuery({
    queryKey: keys.views(projectId),
    queryFn: async ({ signal }) => {
      await takeOverViews(projectId)
      return (await request('GET /api/projects/:pid/views', { params: { pid: projectId }, signal })).views
    },
  })

/** The browser stored views before the service did: they become the person's own, once. */
async function takeOverViews(projectId: string): Promise<void> {
  const key = `fiducial.jobs.views.${projectId}`
  const text = localStorage.getItem(key)
  if (text === null) return
  // First, so that another tab does not send them too.
  localStorage.removeItem(key)
  const kept: { name: string; search: string }[] = JSON.parse(text)
  let sent = 0
  try {
    for (const { name, search } of kept) {
      await request('PUT /api/projects/:pid/views/:vid', {
        params: { pid: projectId, vid: crypto.randomUUID() },
        body: { name, search, isShared: false },
      })
      sent++
    }
  } catch (error) {
    localStorage.setItem(key, JSON.stringify(kept.slice(sent)))
    throw error
  }
}
