import { fileURLToPath } from 'node:url'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const assets = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const servedAssets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Belfry API reference</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

const startScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  // Calls go to where the page was opened, whatever name the service has; the browser would refuse any other.
  requestInterceptor: (request) => {
    const { pathname, search } = new URL(request.url, location.href)
    return Object.assign(request, { url: location.origin + pathname + search })
  },
})
`

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

const secured = (reply: FastifyReply): FastifyReply =>
  reply.header('content-security-policy', pagePolicy).header('referrer-policy', 'no-referrer')

/** Serves the OpenAPI document and a reference page for people, both without a key. */
export function mountReferencePage(app: FastifyInstance, document: () => unknown): void {
  let written: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    written ??= JSON.stringify(document())
    return reply.type('application/json; charset=utf-8').send(written)
  })
  app.get('/', (_request, reply) => reply.redirect('/docs', 302))
  app.get('/docs', (_request, reply) => secured(reply).type('text/html; charset=utf-8').send(page))
  app.get('/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(startScript))
  app.register(fastifyStatic, { root: assets, serve: false })
  for (const asset of servedAssets) {
    app.get(`/docs/${asset}`, (_request, reply) => reply.sendFile(asset, { maxAge: '1d' }))
  }
}
