import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { withDatabase } from '../../test/database.ts'
import { FileServer } from '../../test/support/fileServer.ts'
import { IMAGE_PROJECT } from '../../test/support/imageProject.ts'
import { clientAllowing } from '../egress/testing/loopback.ts'
import { LocalFiles } from '../store/files/localFiles.ts'
import { putFetchedUrls } from '../store/project/jobs/fetchedUrls.ts'
import { insertProject } from '../store/project/projects/projects.ts'
import { fetchFile } from './download.ts'
import { FetchedUrlCache } from './fetchedUrlCache.ts'

const egress = clientAllowing('127.0.0.0/8')
after(() => egress.close())

test('a cached file is only checked for changes', () =>
  withDatabase(async ({ pool }) => {
    const root = await mkdtemp(join(tmpdir(), 'fiducial-download-'))
    const server = await FileServer.start()
    try {
      const conditions: (string | undefined)[] = []
      const url = server.put('/a.png', ({ headers }, response) => {
        const condition = headers['if-none-match']
        conditions.push(condition)
        response.writeHead(condition === '"1"' ? 304 : 200, { etag: '"1"' }).end(condition ? undefined : 'pixels')
      })
      const projectId = await insertProject(pool, randomBytes(32), IMAGE_PROJECT)
      const files = new LocalFiles(root)
      const fetched = () =>
        fetchFile(
          { pool, files, egress },
          {
            projectId,
            url,
            rules: [],
            maxBytes: 1000,
            deadlineMs: 10_000,
            signal: new AbortController().signal,
            urls: new FetchedUrlCache(pool),
          },
        )
      // A file that does not prove good is not kept.
      await fetched()
      const { given, ...stored } = await (await fetched()).keep()
      assert.deepEqual(conditions, [undefined, undefined])
      assert.ok(given)
      await putFetchedUrls(pool, projectId, [given])
      const again = await fetched()
      assert.deepEqual(conditions.slice(2), ['"1"'])
      assert.deepEqual(again.content, { stored })
      assert.deepEqual(await again.keep(), { ...stored, given: null })
    } finally {
      await server.stop()
      await rm(root, { recursive: true })
    }
  }))
