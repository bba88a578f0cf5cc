import { test } from 'node:test'
import { route } from './route.ts'

test('a path whose parameter is not described does not compile', () => {
  const facts = { method: 'GET', access: 'public', summary: 'a page', tag: 'pages', handle: async () => null } as const
  route({ ...facts, paths: ['/v1/projects/:pid/jobs/:jid', '/*'] })
  // @ts-expect-error: `nope` is no name of pathParameters.ts.
  route({ ...facts, paths: ['/v1/projects/:pid/things/:nope'] })
})
