import { html } from 'hono/html'
import type { Json } from '../openapi/schema-places.ts'
import type { OpenApi } from '../openapi/shared-components.ts'

interface Listed {
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly summary: string
}

/**
 * The page that lists every operation by its tag. It is complete without its script, except what operations take. Its
 * addresses are relative, so that it also works below a path prefix.
 */
export async function referencePage(document: OpenApi): Promise<string> {
  const byTag = Map.groupBy(operationsOf(document), ({ tag }) => tag)
  const info = document['info']
  const introduction = String(Reflect.get(Object(info), 'description')).replaceAll('`', '')
  return String(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>Belfry API reference</title>
          <link rel="icon" type="image/png" href="docs/favicon-32x32.png" />
          <link rel="stylesheet" href="docs/page.css" />
          <link rel="prefetch" as="script" href="docs/swagger-ui-bundle.js" />
        </head>
        <body>
          <header>
            <h1>Belfry API reference</h1>
            <p>${introduction}</p>
            <p><a href="openapi.json">OpenAPI document</a>: everything on this page, for generators of clients.</p>
            <form id="settings">
              <label>Find <input id="find" type="search" autocomplete="off" placeholder="path or words" /></label>
              <label>API key <input id="key" type="password" autocomplete="off" placeholder="for Try it out" /></label>
            </form>
          </header>
          <main>${[...byTag].map(([tag, listed]) => section(tag, listed))}</main>
          <script src="docs/page.js"></script>
        </body>
      </html> `,
  )
}

const section = (tag: string, listed: readonly Listed[]) =>
  html`<section>
    <h2>${tag}</h2>
    ${listed.map(
      ({ id, method, path, summary }) =>
        html`<details id="${id}">
          <summary><b class="${method}">${method}</b> <code>${path}</code> <span>${summary}</span></summary>
        </details> `,
    )}
  </section> `

function operationsOf({ paths }: OpenApi): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => listedOf(method.toUpperCase(), path, operation)),
  )
}

const listedOf = (method: string, path: string, operation: Json): Listed => ({
  id: String(operation['operationId']),
  tag: Array.isArray(operation['tags']) ? String(operation['tags'][0]) : '',
  method,
  path,
  summary: String(operation['summary']),
})
