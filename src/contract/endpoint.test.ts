import { test } from 'node:test'
import { endpoint } from './endpoint.ts'

test('a path whose parameter is not described does not compile', () => {
  const facts = { method: 'GET', access: 'public', summary: 'a page', tag: 'pages' } as const
  endpoint({ ...facts, paths: ['/v1/projects/:pid/jobs/:jid', '/*'] })
  // @ts-expect-error: `nope` is no name of pathParameters.ts.
  endpoint({ ...facts, paths: ['/v1/projects/:pid/things/:nope'] })
})
