import { useEffect, useRef, useState } from 'react'
import { request } from '../../kit/api.ts'
import type { ChosenFile } from './chosenFiles.ts'

/** As many as browsers send to one host at a time, less some for the page itself. */
const UPLOADS_AT_ONCE = 4

export interface Upload extends ChosenFile {
  state: 'waiting' | 'uploading' | 'uploaded' | 'failed'
  /** Set once it is uploaded. */
  fileId: string | null
  error: unknown
}

/** Uploads files, a few at once. A file that is uploaded is not sent again after another has failed. */
export function useUploads(projectId: string) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const left = useRef(new AbortController())
  useEffect(() => {
    const leaving = new AbortController()
    left.current = leaving
    return () => leaving.abort()
  }, [])
  const add = (files: readonly ChosenFile[]) =>
    setUploads((before) => {
      const known = new Set(before.map(({ name }) => name))
      const added = files.filter(({ name }) => !known.has(name))
      return [...before, ...added.map((one): Upload => ({ ...one, state: 'waiting', fileId: null, error: null }))]
    })
  const change = (name: string, part: Partial<Upload>) =>
    setUploads((before) => before.map((one) => (one.name === name ? { ...one, ...part } : one)))

  const send = async ({ name, file }: Upload): Promise<string> => {
    change(name, { state: 'uploading' })
    try {
      const answer = await request('POST /api/v1/projects/:pid/files', {
        params: { pid: projectId },
        query: { name },
        file: file.slice(0, file.size, 'application/octet-stream'),
        signal: left.current.signal,
      })
      change(name, { state: 'uploaded', fileId: answer.file_id })
      return answer.file_id
    } catch (error) {
      change(name, { state: 'failed', error })
      throw error
    }
  }
  /** The ids of all files, in their order. @throws the first refusal, after the other files were tried */
  const sendAll = async (): Promise<string[]> => {
    const ids = uploads.map(({ fileId }) => fileId)
    const failures: unknown[] = []
    let next = 0
    const sendNext = async () => {
      while (next < uploads.length && !left.current.signal.aborted) {
        const index = next++
        try {
          ids[index] ??= await send(uploads[index])
        } catch (error) {
          failures.push(error)
        }
      }
    }
    await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, sendNext))
    if (failures.length > 0) throw failures[0]
    return ids.filter((id) => id !== null)
  }
  return { uploads, add, sendAll, clear: () => setUploads([]) }
}
