import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Asked, KeyAccess } from '../../contract/endpoint.ts'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { isUuid } from '../../model/uuid.ts'
import type { KeyHolder } from '../../store/cluster/keys/keys.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import type { ProjectCache } from '../projectCache.ts'
import { auditActor } from './actor.ts'
import { checkAnswers } from './answerCheck.ts'
import { cutOffStalled, ownerOf } from './answerRoom.ts'
import { ApiError, invalidRequest, noSuchProject } from './apiError.ts'
import { readBody, readJsonBody } from './body.ts'
import { BodyBudget } from './bodyBudget.ts'
import { bodyLimitOf } from './bodyLimit.ts'
import { CONNECTION_CHECK_MS, endUnread, HEADERS_TIMEOUT_MS, limitConnections } from './connections.ts'
import type { Draining } from './draining.ts'
import { refuseOtherHosts, refuseUnclearHost } from './hostCheck.ts'
import type { KeyCheck } from './keyCheck.ts'
import { notFoundAnswer } from './otherMethods.ts'
import { refuseForeignPages } from './ownPages.ts'
import { refuseMalformedIds } from './pathParameters.ts'
import { proxyNote } from './proxyNote.ts'
import { queryReader } from './query.ts'
import type { RateLimit } from './rateLimit.ts'
import { Refusals } from './refusals.ts'
import type { AnyCall, Route } from './route.ts'
import { addSecurityHeaders } from './securityHeaders.ts'
import { isSent } from './sent.ts'
import type { SessionCheck } from './sessionCheck.ts'

declare module 'fastify' {
  interface FastifyRequest {
    keyHolder: KeyHolder | null
    session: Session | null
  }
  interface FastifyContextConfig {
    definition?: Route
  }
}

/** Observes answers, for metrics. */
export type Observer = (facts: { method: string; path: string; status: number; durationMs: number }) => void

/** The parts of the service's context that the server needs. */
export interface ServerParts {
  baseUrl(): string
  config: Config
  keys: KeyCheck
  limits: RateLimit
  sessions: SessionCheck
  projects: ProjectCache
  log: Logger
  draining: Draining
  /** Answers people who opened an address that leads nowhere; false where it did not. */
  lostPage?: (call: { request: FastifyRequest; reply: FastifyReply }) => Promise<boolean>
}

/**
 * The HTTP server with its routes. Checks run in the contract's order: 401, 403, 404 project, 415, 413, JSON, then all
 * failures of the body together.
 */
export function buildServer(parts: ServerParts, routes: readonly Route[], observe: Observer): FastifyInstance {
  const { config, limits, log } = parts
  const refusals = new Refusals(log)
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies(config),
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1024 },
    // While it closes, requests on open connections are answered as usual.
    return503OnClosing: false,
    // Node's refusal of a missing Host has no body: hostCheck.ts has one.
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTION_CHECK_MS,
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => refusals.answer(error, request, reply as FastifyReply),
    clientErrorHandler: (error, socket) => refusals.answerUnread(error, socket),
  })
  app.server.on('checkExpectation', (request, response) => refusals.answerExpectation(request, response))
  limitConnections(app.server, config.maxConnectionsPerAddress)
  app.decorateRequest('keyHolder', null)
  app.decorateRequest('session', null)
  app.removeAllContentTypeParsers()
  // Bodies are read by the routes that want them (readBody), not here.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.decorate('bodyBudget', new BodyBudget(config.bodyMemory))
  if (config.checkAnswers) checkAnswers(app)
  const noteProxy = proxyNote(config, log)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    refuseUnclearHost(request.raw)
    // Before anything is read or checked: a request without a route needs no examination.
    if (request.is404) throw notFound(request.method, request.url)
    noteProxy(request)
    parts.draining.noteCall()
    if (parts.draining.started) reply.header('connection', 'close')
    refuseOtherHosts(request, parts.baseUrl())
    refuseForeignPages(request, parts.baseUrl())
    const definition = request.routeOptions.config.definition
    if (!definition || definition.access === 'public') return
    await admit(request, definition, pidOf(request.params), parts)
    const caller = request.keyHolder?.keyId ?? request.session?.userId
    if (caller && request.method !== 'GET' && request.method !== 'HEAD')
      reply.headers(limits.take(caller, performance.now()))
    // A missing content type is taken as JSON.
    if (!request.headers['content-type']) request.raw.headers['content-type'] = 'application/json'
    refuseOtherContent(request, definition)
  })
  app.addHook('onSend', async (_request, reply) => cutOffStalled(reply))
  app.addHook('onResponse', async (request, reply) => {
    endUnread(request.raw)
    const path = request.routeOptions.url ?? 'none'
    observe({ method: request.method, path, status: reply.statusCode, durationMs: reply.elapsedTime })
    log.debug(
      { requestId: request.id, method: request.method, path, status: reply.statusCode, durationMs: reply.elapsedTime },
      'answered',
    )
  })
  app.setErrorHandler(async (error, request, reply) => {
    if (request.is404 && (await parts.lostPage?.({ request, reply }))) return reply
    refusals.answer(error, request, reply)
    return reply
  })
  const notFound = notFoundAnswer(routes)
  app.setNotFoundHandler((request, reply) => refusals.answer(notFound(request.method, request.url), request, reply))
  addSecurityHeaders(app, parts.baseUrl)
  for (const definition of routes) addRoute(app, definition)
  return app
}

/** In the form of Fastify: a number of hops becomes a predicate. */
function trustedProxies({ trustProxy }: ServerParts['config']) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy
}

/** The project in an address. */
const pidOf = (params: unknown): string | null =>
  typeof params === 'object' && params !== null && 'pid' in params && typeof params.pid === 'string' ? params.pid : null

/** 401, 403, then 404 for a project that only the operator's key and admins may learn not to exist. */
async function admit(
  request: FastifyRequest,
  definition: Route,
  pid: string | null,
  parts: ServerParts,
): Promise<void> {
  const { access } = definition
  if (access === 'public') return
  const seesAll =
    typeof access === 'object' && !('key' in access)
      ? await admitSession(request, access.session, pid, parts)
      : await admitKey(request, typeof access === 'string' ? access : access.key, pid, parts)
  if (seesAll && pid !== null && !(isUuid(pid) && (await parts.projects.exists(pid)))) throw noSuchProject()
}

async function admitKey(request: FastifyRequest, access: KeyAccess, pid: string | null, { keys }: ServerParts) {
  request.keyHolder = await keys.check(request.headers['x-api-key'], access, pid, performance.now())
  return request.keyHolder.projectId === null
}

async function admitSession(request: FastifyRequest, asked: Asked, pid: string | null, { sessions }: ServerParts) {
  request.session = await sessions.check(request, asked, pid)
  return request.session.role === 'admin'
}

/** 415 comes before 413, so it cannot be left to the parser, which looks at the length first. */
function refuseOtherContent(request: FastifyRequest, definition: Route): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'DELETE') return
  const type = mediaTypeOf(request)
  const accepted = definition.rawBody?.contentTypes ?? ['application/json']
  if (!includesType(accepted, type)) {
    throw new ApiError('GE_0001', `content type ${accepted.join(' or ')} was expected`, { status: 415 })
  }
}

const includesType = (types: readonly string[], type: string): boolean => types.includes(type) || types.includes('*/*')

const mediaTypeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  headers['content-type']?.split(';')[0].trim().toLowerCase() ?? ''

/** The parts of an address that Fastify reads. */
type Sendings = { Params: Record<string, string>; Querystring: Record<string, unknown> }

function addRoute(app: FastifyInstance, definition: Route): void {
  const check = definition.body && !definition.rawBody ? schemaCheck(definition.body) : null
  const readQuery = definition.query ? queryReader(definition.query) : () => ({})
  const handler = async (request: FastifyRequest<Sendings>, reply: FastifyReply) => {
    const { params } = request
    refuseMalformedIds(params, request.method)
    const bytes = await bodyOf(request, reply, definition)
    let body: unknown
    if (check) {
      body = definition.bodyOptional && bytes.length === 0 ? {} : readJsonBody(bytes)
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        throw new ApiError('GE_0001', 'the body must be a JSON object')
      }
      const failures = check.failures(body)
      if (failures.length) {
        throw invalidRequest(failures)
      }
    }
    const call: AnyCall = {
      params,
      query: readQuery(request.query),
      body,
      bytes,
      projectId: params.pid?.toLowerCase() ?? '',
      key: request.keyHolder,
      session: request.session,
      by: auditActor(request),
      request,
      reply,
    }
    const data = await definition.handle(call)
    if (isSent(data)) return reply
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ success: true, data }))
  }
  for (const url of definition.paths) {
    app.route({
      method: definition.method,
      url,
      exposeHeadRoute: true,
      config: { definition },
      handler,
    })
  }
}

/** The body of a call that takes one; its room in the budget is held until the answer is out. */
async function bodyOf(request: FastifyRequest, reply: FastifyReply, definition: Route): Promise<Buffer> {
  const { raw } = request
  if (!definition.body && !definition.rawBody) return Buffer.alloc(0)
  const streamed = definition.rawBody?.streamed
  if (streamed && includesType(streamed, mediaTypeOf(raw))) return Buffer.alloc(0)
  const room = reply.server.bodyBudget.open(ownerOf(request))
  reply.raw.once('close', () => room.release())
  return readBody(raw, { maxBytes: bodyLimitOf(definition), maxValues: definition.maxValues }, room)
}
