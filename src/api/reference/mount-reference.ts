import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '#kernel'
import type { OpenApi } from '../openapi/shared-components.ts'
import { partOf } from './document-part.ts'
import { pageScript, pageStyle } from './page-files.ts'
import { PreparedText } from './prepared-text.ts'
import { referencePage } from './reference-page.ts'

const viewerFiles = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const

/** The page loads nothing from other origins and sends nothing to them. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const json = 'application/json; charset=utf-8'
/** Asked for again at every use, because another version of the service answers with another text. */
const revalidated = 'public, no-cache'
const keptForADay = 'public, max-age=86400'

/**
 * Serves the OpenAPI document and a reference page for people, both without a key. The page lists the operations; what
 * one of them takes and answers is loaded when it is opened, from a document of that operation alone. Unless the service
 * has a home page, `/` leads there.
 */
export function mountReference(app: FastifyInstance, document: () => OpenApi, hasHome: boolean): void {
  const whole = new PreparedText(json, revalidated, () => JSON.stringify(document()))
  const parsed = async (): Promise<OpenApi> => readDocument(await whole.text())
  const send = (url: string, text: PreparedText): void => {
    app.get(url, (request, reply) => text.send(request, reply))
  }
  send('/openapi.json', whole)
  if (!hasHome) app.get('/', (_request, reply) => reply.redirect('/docs', 302))
  const page = new PreparedText('text/html; charset=utf-8', revalidated, async () => referencePage(await parsed()))
  app.get('/docs', (request, reply) => page.send(request, secured(reply)))
  send('/docs/page.js', new PreparedText('text/javascript; charset=utf-8', revalidated, () => pageScript))
  send('/docs/page.css', new PreparedText('text/css; charset=utf-8', revalidated, () => pageStyle))
  app.get('/docs/operations/:id', operationDocuments(parsed))
  for (const [name, type] of Object.entries(viewerFiles)) {
    const url = new URL(name, import.meta.resolve('swagger-ui-dist/package.json'))
    send(`/docs/${name}`, new PreparedText(type, keptForADay, () => readFile(url)))
  }
}

const secured = (reply: FastifyReply): FastifyReply =>
  reply.header('content-security-policy', pagePolicy).header('referrer-policy', 'no-referrer')

/** Ours, written by us. */
const readDocument = (text: string): OpenApi => JSON.parse(text) as OpenApi

/** Each is made when it is first opened. */
function operationDocuments(document: () => Promise<OpenApi>) {
  let ids: Promise<ReadonlySet<string>> | undefined
  const documents = new Map<string, PreparedText>()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const id = String(Reflect.get(Object(request.params), 'id'))
    ids ??= document().then(idsOf)
    if (!(await ids).has(id))
      throw new Fault('ROUTE_NOT_FOUND', { values: { method: 'GET', path: `/docs/operations/${id}` } })
    let text = documents.get(id)
    if (text === undefined) {
      text = new PreparedText(json, revalidated, async () => JSON.stringify(partOf(await document(), id)))
      documents.set(id, text)
    }
    return text.send(request, reply)
  }
}

const idsOf = ({ paths }: OpenApi): ReadonlySet<string> =>
  new Set(Object.values(paths).flatMap((methods) => Object.values(methods).map((row) => String(row['operationId']))))
