import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { certificates } from '../support/certificates/read-certificates.ts'
import { useDatabase } from '../support/database.ts'
import { TestService } from '../support/test-service.ts'

const database = useDatabase()

/** Pages whose first example is a request in a block of `http`, and what its answer holds in the next of `json`. */
const pages = [
  'analytics',
  'checks-browser',
  'checks-multistep',
  'checks-playwright',
  'checks-agentic',
  'checks-ssl',
  'checks-grpc',
  'checks-traceroute',
  'checks-api-scripts',
  'private-locations',
  'snippets',
  'client-certificates',
  'secret-scans',
  'static-ips',
  'members',
  'maintenance-windows',
  'dashboards',
  'test-sessions',
  'triggers',
  'deployment-triggers',
]

/** What has to be there before an example makes sense; `{checkId}` in the page is the check made here. */
const surroundings: { readonly [page: string]: (service: TestService, accountId: string) => Promise<unknown> } = {
  'test-sessions': (service, accountId) => service.check(accountId, { tags: ['shop'] }),
  triggers: (service, accountId) => service.check(accountId),
  'deployment-triggers': (service, accountId) => service.check(accountId),
}

function exampleOf(page: string, checkId: string) {
  const file = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8')
  const text = file.replaceAll('{checkId}', checkId)
  const request = /```http\n(GET|POST) (\S+)\n([\s\S]*?)```/.exec(text)
  const answer = /```json\n([\s\S]*?)```/.exec(text)
  if (!request || !answer) throw new Error(`docs/${page}.md shows no request with its answer.`)
  const [, method = '', url = '', body = ''] = request
  return {
    method: method === 'POST' ? ('POST' as const) : ('GET' as const),
    url,
    body: body.trim() === '' ? undefined : withCertificates(JSON.parse(body)),
    answer: JSON.parse(answer[1] ?? ''),
  }
}

/** Documents cut certificates short. */
const withCertificates = (body: Record<string, unknown>) =>
  'cert' in body ? { ...body, ...certificates.client } : body

it.each(pages)('the example of docs/%s.md is answered as the page says', async (page) => {
  const service = new TestService(database.db())
  const { key, accountId } = await service.account()
  const made = await surroundings[page]?.(service, accountId)
  const { method, url, body, answer } = exampleOf(page, String(made))
  const answered = await service.as(key)(method, url, body)
  expect([answered.status, answered.body]).toMatchObject([method === 'POST' ? 201 : 200, answer])
})
