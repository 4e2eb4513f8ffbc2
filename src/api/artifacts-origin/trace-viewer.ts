import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, readdir, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '../answers/accepted-encoding.ts'
import { isUnchanged } from '../answers/entity-tags.ts'

const page = 'index.html'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.webmanifest': 'application/manifest+json',
}
/** Names that change with the content. */
const hashedName = /[.-][\w-]{8}\.(?:js|css|ttf)$/

interface Viewer {
  readonly directory: URL
  readonly names: ReadonlySet<string>
  readonly policy: string
}
let viewer: Promise<Viewer> | undefined

/** The names of the files of the viewer and the policy of its page; read when it is first opened. A failure is not kept. */
function openViewer(): Promise<Viewer> {
  viewer ??= readViewer().catch((error: unknown) => {
    viewer = undefined
    throw error
  })
  return viewer
}

async function readViewer(): Promise<Viewer> {
  const directory = new URL('lib/vite/traceViewer/', import.meta.resolve('playwright-core/package.json'))
  const [names, text] = await Promise.all([
    readdir(directory, { recursive: true }),
    readFile(new URL(page, directory), 'utf8'),
  ])
  const scripts = [...text.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => hashOf(script))
  const files = names.filter((name) => types[extname(name)] !== undefined)
  return { directory, names: new Set(files), policy: policyWith(scripts) }
}

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The viewer loads all content of a trace from the trace itself, through its worker. No other origin is contacted. */
const policyWith = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' data: blob:",
    "worker-src 'self'",
    "frame-src 'self' data:",
    "manifest-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Answers with a file of the trace viewer of Playwright; null when there is none of this name. */
export async function sendViewerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<FastifyReply | null> {
  const { directory, names, policy } = await openViewer()
  const file = name === '' ? page : name
  if (!names.has(file)) return null
  const url = new URL(file, directory)
  const { size, mtimeMs } = await stat(url)
  const encoding = acceptedEncoding(request, ['gzip'])
  const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}${encoding === null ? '' : '-gzip'}"`
  void reply.headers({
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': hashedName.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    etag,
  })
  if (isUnchanged(request, etag)) return reply.code(304).send()
  void reply.type(types[extname(file)] ?? '')
  const bytes = createReadStream(url)
  if (encoding === null) return reply.header('content-length', size).send(bytes)
  return reply.header('content-encoding', encoding).send(bytes.pipe(createGzip()))
}
