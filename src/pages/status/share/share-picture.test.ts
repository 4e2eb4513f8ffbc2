import { beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#kernel'
import { useDatabase } from '../../../../tests/support/database.ts'
import { TestService } from '../../../../tests/support/test-service.ts'
import type { Send } from '../../../../tests/support/test-service.ts'
import { fittedLines } from './fitted-lines.ts'

const database = useDatabase()
let call: Send
let visit: Send
beforeAll(async () => {
  const service = new TestService(database.db(), {}, { publicUrl: 'https://tools.example/belfry' })
  ;({ send: call } = await service.owner())
  visit = service.as(null)
})

async function newPage(name: string, fields: object = {}) {
  const url = `shared-${randomId()}`
  const { status, text } = await call('POST', '/v1/status-pages', { name, url, cards: [], ...fields })
  if (status !== 201) throw new Error(text)
  return `/status/${url}`
}

/** Width and height that a PNG says it has. */
const sizeOf = (bytes: Buffer) => [bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]

describe('the picture of links to a page', () => {
  it('is named by the page, with an address that changes with its headline', async () => {
    const path = await newPage('Acme')
    const { text } = await visit('GET', path)
    const address = /property="og:image" content="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(address).toMatch(new RegExp(`^https://tools.example/belfry${path}/og.png[?]lang=en&v=[0-9a-f]{8}$`))
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image" />')
    const { status, headers, bytes } = await visit('GET', address.slice('https://tools.example/belfry'.length))
    expect([status, headers['content-type'], ...sizeOf(bytes)]).toEqual([200, 'image/png', 'PNG', 1200, 630])
  })

  it.each([
    ['markup', '</text></svg><script>alert(1)</script><image href="file:///etc/passwd"/>&a;'],
    ['control characters', 'A\u0007\u0001\uFFFE\u202E B'],
    ['one long word', 'x'.repeat(255)],
    ['signs of other scripts', '東京システム 🚒 مرحبا'],
  ])('is drawn for a page whose name has %s', async (_kind, name) => {
    const { status, bytes } = await visit('GET', `${await newPage(name, { defaultTheme: 'DARK' })}/og.png`)
    expect([status, ...sizeOf(bytes)]).toEqual([200, 'PNG', 1200, 630])
  })

  it('is not there for a private page', async () => {
    const path = await newPage('Secret', { isPrivate: true })
    expect((await visit('GET', `${path}/og.png`)).status).toBe(404)
    expect((await visit('GET', path)).text).not.toContain('og:image')
  })
})

it('lines end with a word where one ends, are cut where none does, and say that something is left out', () => {
  const fit = (text: string) => fittedLines(text, { width: 6, lines: 2 })
  expect(fit('Orders are down')).toEqual(['Orders are', 'down'])
  expect(fit('aaaaaaaaaaaaaaa')).toEqual(['aaaaaaaaa', 'aaaaaa'])
  expect(fit('Orders and payments are down')).toEqual(['Orders and', 'payment…'])
  expect(fit('  ')).toEqual([])
})
