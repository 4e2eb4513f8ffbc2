import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { TestService } from '../support/test-service.ts'

const database = useDatabase()

interface Example {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body: string
  readonly answer: string
}

/** Every request of a page with the answer below it, in order. */
function examplesOf(page: string): Example[] {
  const text = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8')
  const pairs = text.matchAll(/```http\n(GET|POST) (\S+)\n([\s\S]*?)```\s+```json\n([\s\S]*?)```/g)
  return [...pairs].map(([, method, url = '', body = '', answer = '']) => ({
    method: method === 'GET' ? 'GET' : 'POST',
    url,
    body,
    answer,
  }))
}

it.each(['status-pages', 'status-pages-v3', 'subscriptions', 'incidents'])(
  'the examples of docs/%s.md are answered as the page says',
  async (page) => {
    const service = new TestService(database.db())
    const send = service.as((await service.account()).key)
    const known = new Map<string, string>()
    const filled = (text: string) => text.replaceAll(/<(\w+)>/g, (_place, name: string) => known.get(name) ?? '')
    const examples = examplesOf(page)
    expect(examples.length).toBeGreaterThan(0)
    for (const { method, url, body, answer } of examples) {
      // A status page of services that have been there for long.
      await service.db.rows(`update status_page_services set created_at = created_at - interval '1 year'`)
      const answered = await send(method, filled(url), method === 'GET' ? undefined : JSON.parse(filled(body)))
      expect([answered.status < 300, answered.body]).toMatchObject([true, JSON.parse(filled(answer))])
      const { id } = answered.body as { id: string }
      if (url.endsWith('/status-pages')) known.set('statusPageId', id)
      if (url.endsWith('/components')) known.set('componentId', id)
      if (url.endsWith('/services')) known.set('serviceId', id)
      if (url.endsWith('/dashboards')) known.set('dashboardId', id)
      if (url.endsWith('/incidents')) known.set('incidentId', id)
    }
  },
)
