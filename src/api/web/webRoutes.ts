import { endpoint } from '../../contract/endpoint.ts'
import { ApiError } from '../http/apiError.ts'
import { type Exchange, type Route, route } from '../http/route.ts'
import { type Sent, sent } from '../http/sent.ts'
import { chooseEncoding, type WebFile, WebFiles } from './webFiles.ts'

/** Addresses of the pages: each is answered with the one page, whose program reads the address. */
const PAGES = [
  '/',
  '/setup',
  '/invite',
  '/queue',
  '/account',
  '/account/*',
  '/people',
  '/audit',
  '/tasks',
  '/job/*',
  '/jobs/*',
  '/projects',
  '/projects/*',
  '/console',
  '/console/*',
  '/view/*',
]

const PAGE = endpoint({
  method: 'GET',
  paths: PAGES,
  access: 'public',
  tag: 'pages',
  summary: 'The pages',
  alsoAnswers: { 304: 'the page is as If-None-Match says' },
  answerType: 'text/html',
})

const ASSET = endpoint({
  method: 'GET',
  paths: ['/assets/*'],
  access: 'public',
  tag: 'pages',
  summary: 'Programs and styles of the pages, named by their content',
  alsoAnswers: { 304: 'the file is as If-None-Match says' },
  answerType: 'text/javascript',
})

// Mantine writes its variables into a style element of the page; scripts come from this address alone.
const policyWith = (storage: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data:${storage}`,
    "font-src 'self' data:",
    `connect-src 'self'${storage}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Networks are compiled to WebAssembly: the one worker that runs them may, and the browser lets it speak to this service
 * alone. Pages themselves may not.
 */
const MODEL_WORKER = /^assets\/model\.worker-[\w-]+\.js$/
const MODEL_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Fiducial</title></head>
<body>
<h1>The pages are not built</h1>
<p>The service runs, its API is at <a href="/docs">/docs</a>, but there are no pages to show yet.</p>
<p>In the project's folder, build them with <code>npm run build</code>, then load this page again. <code>npm start</code> does it by itself.</p>
</body>
</html>
`

/** For people who opened an address that leads nowhere: the page, which says so. false for programs, and without a build. */
export function makeLostPage(folder: string): (call: PageCall) => Promise<boolean> {
  const files = new WebFiles(folder)
  return async ({ request, reply }) => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!isPage || /^\/(?:v\d+|api|assets)(?:\/|$)/.test(request.url)) return false
    const index = await files.find('index.html')
    if (!index) return false
    reply.code(404).headers(pageHeaders(policyWith('')))
    // Never 304, since the status itself is the message.
    await send(index, 'no-store', { request: { headers: {} }, reply })
    return true
  }
}

type PageCall = Pick<Exchange, 'request' | 'reply'>

const pageHeaders = (policy: string) => ({
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
})

/** The built pages, from `folder`; they also read from the storage, where it answers readers itself. */
export function webRoutes(folder: string, storageOrigin: string | null = null): Route[] {
  const policy = policyWith(storageOrigin === null ? '' : ` ${storageOrigin}`)
  const files = new WebFiles(folder)
  return [
    route(PAGE, {
      handle: async (call) => {
        const index = await files.find('index.html')
        call.reply.headers(pageHeaders(policy))
        if (index) return send(index, 'no-cache', call)
        call.reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT)
        return sent()
      },
    }),
    route(ASSET, {
      handle: async (call) => {
        const path = `assets/${call.params['*']}`
        const file = await files.find(path)
        if (!file) throw new ApiError('resource_error', 'no such file; there may be a newer build')
        if (MODEL_WORKER.test(path)) call.reply.header('content-security-policy', MODEL_POLICY)
        return send(file, 'public, max-age=31536000, immutable', call)
      },
    }),
  ]
}

interface Asking {
  request: { headers: Exchange['request']['headers'] }
  reply: Exchange['reply']
}

async function send(file: WebFile, caching: string, { request, reply }: Asking): Promise<Sent> {
  reply.headers({ etag: file.etag, 'cache-control': caching, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === file.etag) {
    reply.code(304).send()
    return sent()
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'], file.encodings)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.type(file.type).send(await file.packed(encoding))
  return sent()
}
