import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { Fault } from '#kernel'
import type { InterfaceFiles } from './interface-files.ts'

/** The current state of the interface. */
export type InterfaceState =
  | { readonly files: InterfaceFiles }
  | { readonly problem: string }
  /** It is being built. */
  | null

export interface InterfaceOptions {
  readonly state: () => InterfaceState
  /** Where browsers reach the service; its path is the prefix of all addresses. */
  readonly publicUrl: string
  /** Counts the files that one address asks for. The page itself costs less than counting it, and is always answered. */
  readonly limitTo: (
    name: string,
    limit: { readonly requests: number; readonly seconds: number },
  ) => onRequestHookHandler
}

/** The addresses of screens: whatever is below them is decided by the page. */
const screenPaths = [
  '/',
  '/sign-in',
  '/sign-in/oidc',
  '/email-address',
  '/welcome',
  '/alerts',
  '/accounts/*',
  ...[
    '/checks',
    '/groups',
    '/channels',
    '/locations',
    '/settings',
    '/invites',
    '/test-sessions',
    '/incidents',
    '/boards',
    '/maintenance',
    '/status-pages',
    '/errors',
    '/reports',
    '/golden-files',
  ].flatMap((path) => [path, `${path}/*`]),
]
/** Whether a path is the address of a screen. */
export const isScreenPath = (pathname: string): boolean =>
  screenPaths.some((path) => (path.endsWith('/*') ? pathname.startsWith(path.slice(0, -1)) : pathname === path))

const workerPath = '/notifications.js'

/** Of one address, behind which a whole company may be. Files are in memory, and browsers keep them. */
const fileLimit = { requests: 20_000, seconds: 60 }
const immutable = 'public, max-age=31536000, immutable'
const waitSeconds = 2

/** Serves the page of the interface for the addresses of its screens, and its files. */
export function mountInterface(app: FastifyInstance, options: InterfaceOptions): void {
  const base = new URL(`${options.publicUrl.replace(/\/+$/, '')}/`).pathname
  void app.register(async (scope) => {
    const onRequest = options.limitTo('interface files', fileLimit)
    for (const path of screenPaths) scope.get(path, (_request, reply) => sendScreen(reply, options.state(), base))
    scope.get('/assets/:name', { onRequest }, (request, reply) => sendAsset(request, reply, options.state()))
    scope.get(workerPath, { onRequest }, (_request, reply) => sendWorker(reply, options.state()))
  })
}

function sendScreen(reply: FastifyReply, state: InterfaceState, base: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  void reply
    .header('content-security-policy', policyWith(nonce))
    .header('referrer-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
  if (state === null) return reply.code(503).header('retry-after', waitSeconds).send(waitingPage)
  if ('problem' in state) return reply.code(500).send(problemPage)
  return reply.send(
    state.files.page.replace('<base href="/" />', `<base href="${base}" /><meta name="nonce" content="${nonce}" />`),
  )
}

/** Scripts and styles of this service alone; nothing is sent elsewhere, and no page of others contains this one. */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const plainPage = (title: string, text: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${head}<title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`

const waitingPage = plainPage(
  'Belfry is preparing its interface',
  'This takes a few seconds after an installation. The page reloads automatically. The API works already.',
  `<meta http-equiv="refresh" content="${waitSeconds}">`,
)
const problemPage = plainPage(
  'The interface could not be built',
  'See the log of the service for the cause. The API works; restart the service to repeat the build.',
)

/** Its scope is the whole interface, because it lies beside the page; browsers ask for it whenever they use it. */
function sendWorker(reply: FastifyReply, state: InterfaceState): FastifyReply {
  if (state === null || !('files' in state))
    throw new Fault('ROUTE_NOT_FOUND', { values: { method: 'GET', path: workerPath } })
  const { type, bytes } = state.files.worker
  return reply
    .header('cache-control', 'no-cache')
    .header('content-security-policy', "default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .type(type)
    .send(bytes)
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, state: InterfaceState): FastifyReply {
  const name = String(Reflect.get(Object(request.params), 'name'))
  const file = state !== null && 'files' in state ? state.files.assets.get(name) : undefined
  if (file === undefined) throw new Fault('ROUTE_NOT_FOUND', { values: { method: 'GET', path: `/assets/${name}` } })
  void reply
    .header('cache-control', immutable)
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff')
    .type(file.type)
  const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:[.]0*)?\s*(?:,|$))/.test(request.headers['accept-encoding'] ?? '')
  if (file.brotli === null || !takesBrotli) return reply.send(file.bytes)
  return reply.header('content-encoding', 'br').send(file.brotli)
}
