import { isUuid } from '#kernel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { stylesPath } from './error-page.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'
import { sendPage } from './send-page.ts'
import { notFound, parameter } from './status/open-page.ts'
import { basicStylesheet } from './stylesheet.ts'
import { standardTheme } from './theme.ts'

/** The resource of an alert link: a result, or the check alone where there is none (heartbeats). */
interface LinkTarget {
  readonly checkId: string
  readonly resultId: string | null
}

/** The URLs in alerts. They look nothing up and reveal nothing, because the visitor has no key. */
export function mountAlertLinks(scope: FastifyInstance, publicUrl: string): void {
  for (const path of ['/checks/:checkId', '/checks/:checkId/results/:resultId'])
    scope.get(path, (request, reply) => sendPage(reply, alertLinkPage(publicUrl, targetOf(request)), 'public'))
}

/** Explains how to read the linked resource with a key. */
function alertLinkPage(publicUrl: string, { checkId, resultId }: LinkTarget): Page {
  const title = resultId === null ? 'A check' : 'A result of a check'
  const paths =
    resultId === null
      ? [`/v1/checks/${checkId}`, `/v1/check-statuses/${checkId}`]
      : [`/v1/check-results/${checkId}/${resultId}`, `/v1/checks/${checkId}`]
  return {
    title,
    theme: standardTheme,
    stylesheets: [`${stylesPath}/${basicStylesheet.fileName}`],
    isUnlisted: true,
    body: html`<main class="notice">
      <h1>${title}</h1>
      <p>This service has no web interface (BELFRY_INTERFACE). Read it with an API key:</p>
      ${paths.map((path) => html`<pre>${curlOf(publicUrl + path)}</pre>`)}
      <p>
        ${resultId !== null && 'The first is the result, the second its check. '}The operator creates keys with
        <code>npx belfry keys create</code>. The <a href="${publicUrl}/docs">API reference</a> explains the responses.
      </p>
    </main>`,
  }
}

const curlOf = (url: string): string => `curl -s ${url} \\\n  -H "Authorization: Bearer $KEY"`

/** Throws ROUTE_NOT_FOUND for a malformed id, so that the page never displays text from the URL. */
function targetOf(request: FastifyRequest): LinkTarget {
  const [checkId, resultId] = [parameter(request, 'checkId'), parameter(request, 'resultId')]
  if (!isUuid(checkId) || (resultId !== '' && !isUuid(resultId))) throw notFound(request)
  return { checkId, resultId: resultId === '' ? null : resultId }
}
