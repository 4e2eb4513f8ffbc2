import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { TestService } from '../support/test-service.ts'

const database = useDatabase()

interface Example {
  readonly url: string
  readonly body: string
  readonly answer: string
}

/** Every request of a page with the answer below it, in order. */
function examplesOf(page: string): Example[] {
  const text = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8')
  const pairs = text.matchAll(/```http\nPOST (\S+)\n([\s\S]*?)```\s+```json\n([\s\S]*?)```/g)
  return [...pairs].map(([, url = '', body = '', answer = '']) => ({ url, body, answer }))
}

it.each(['status-pages', 'incidents'])('the examples of docs/%s.md are answered as the page says', async (page) => {
  const service = new TestService(database.db())
  const send = service.as((await service.account()).key)
  const known = new Map<string, string>()
  const filled = (text: string) => text.replaceAll(/<(\w+)>/g, (_place, name: string) => known.get(name) ?? '')
  const examples = examplesOf(page)
  expect(examples.length).toBeGreaterThan(0)
  for (const { url, body, answer } of examples) {
    const answered = await send('POST', filled(url), JSON.parse(filled(body)))
    expect([answered.status < 300, answered.body]).toMatchObject([true, JSON.parse(filled(answer))])
    const { id } = answered.body as { id: string }
    if (url.endsWith('/services')) known.set('serviceId', id)
    if (url.endsWith('/incidents')) known.set('incidentId', id)
  }
})
