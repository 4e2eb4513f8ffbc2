import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { minuteMs } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { SnapshotKeeper } from './keep-snapshots.ts'
import { SnapshotDirectory } from './snapshot-directory.ts'

const database = useDatabase()
let service: TestService
let call: Send
let directory: string
let keeper: SnapshotKeeper

const made = async (url: string, body: object): Promise<{ id: string }> => {
  const { status, body: answer, text } = await call('POST', url, body)
  if (status !== 200 && status !== 201) throw new Error(text)
  return answer as { id: string }
}

const said = (minutes: number, status: string) => ({
  status,
  description: `Said ${status}.`,
  publicIncidentUpdateDate: new Date(service.clock.now() - minutes * minuteMs).toISOString(),
})

async function newPage(url: string) {
  const { id } = await made('/v1/status-pages/services', { name: 'Orders' })
  const incident = (name: string, incidentUpdates: object[]) =>
    made('/v1/status-pages/incidents', { name, severity: 'MAJOR', services: [{ id }], incidentUpdates })
  await incident('Orders failed', [said(50 * 24 * 60, 'INVESTIGATING'), said(50 * 24 * 60 - 9, 'RESOLVED')])
  const { id: open } = await incident('Orders fail', [said(9, 'INVESTIGATING')])
  const starts = new Date(service.clock.now() + 60 * minuteMs).toISOString()
  const ends = new Date(service.clock.now() + 90 * minuteMs).toISOString()
  const statusPageVisibility = { enabled: true, serviceIds: [id] }
  await made('/v1/maintenance-windows', { name: 'Upgrade', startsAt: starts, endsAt: ends, statusPageVisibility })
  const page = await made('/v1/status-pages', { name: 'Acme', url, cards: [{ name: 'Store', services: [{ id }] }] })
  return { page: page.id, open }
}

/** A server that knows nothing but files: their names end with what they are. */
async function fileServer(root: string): Promise<string> {
  const server = createServer((request, response) => {
    readFile(join(root, new URL(request.url ?? '/', 'http://files').pathname)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeEach(async () => {
  service = new TestService(database.db())
  call = service.as((await service.account()).key)
  directory = await mkdtemp(join(tmpdir(), 'snapshots-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const { store, clock } = service
  await service.db.rows('delete from status_pages')
  keeper = new SnapshotKeeper(
    { store, clock, publicUrl: 'https://belfry.example' },
    new SnapshotDirectory(join(directory, 'pages')),
  )
})

describe('the copies of pages in a directory', () => {
  it('are whole on a plain file server, below any path, without the service', async () => {
    await newPage('acme')
    await keeper.refresh()
    const origin = await fileServer(directory)
    const seen = new Map<string, string>()
    const waiting = [`${origin}/pages/acme/index.html`]
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      if (seen.has(url)) continue
      const response = await fetch(url)
      expect({ url, status: response.status }).toEqual({ url, status: 200 })
      const text = await response.text()
      seen.set(url, text)
      if (url.endsWith('.html'))
        for (const [, href = ''] of text.matchAll(/(?<!canonical" )(?:href|src)="(?!data:|https?:|#)([^"]+)"/g))
          waiting.push(new URL(href, url).href.replace(/#.*/, ''))
    }
    const paths = [...seen.keys()].map((url) => url.slice(`${origin}/pages/acme/`.length))
    expect(paths.filter((path) => path.startsWith('incidents/'))).toHaveLength(2)
    expect(paths).toEqual(
      expect.arrayContaining(['history.html', 'history/2026-01.html', 'feed.atom', 'history.ics', 'status.json']),
    )
    const page = seen.get(`${origin}/pages/acme/index.html`) ?? ''
    expect(page).toContain('This is a copy of the page, written at <time datetime="2026-03-01T12:00:00.000Z">')
    expect(page).toContain('Orders is partly down')
    expect(page).toContain('<link rel="canonical" href="https://belfry.example/status/acme" />')
    expect(page).toMatch(
      /http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;|content="default-src 'none'/,
    )
    expect(page).not.toContain('<form')
    const summary = await fetch(`${origin}/pages/acme/api/v2/summary.json`)
    expect(await summary.json()).toMatchObject({ status: { indicator: 'major' } })
  })

  it('are written again when something changed, and after a while to show that somebody still does', async () => {
    const { open } = await newPage('acme')
    expect(await keeper.refresh()).toBe(1)
    service.clock.advance(minuteMs)
    expect(await keeper.refresh()).toBe(0)
    await made(`/v1/status-pages/incidents/${open}/incident-updates`, { status: 'RESOLVED', description: 'Over.' })
    expect(await keeper.refresh()).toBe(1)
    expect(await readFile(join(directory, 'pages/acme/index.html'), 'utf8')).toContain('All systems operational')
    service.clock.advance(5 * minuteMs)
    expect(await keeper.refresh()).toBe(1)
    const versions = await readdir(join(directory, 'pages/.versions'))
    expect(versions).toHaveLength(1)
  })

  it('disappear when a page becomes private or is deleted, and nothing else does', async () => {
    const { page } = await newPage('acme')
    await newPage('other')
    await keeper.refresh()
    await writeFile(join(directory, 'pages/robots.txt'), 'mine')
    await call('PUT', `/v1/status-pages/${page}`, { isPrivate: true })
    await keeper.refresh()
    expect((await readdir(join(directory, 'pages'))).toSorted()).toEqual(['.versions', 'other', 'robots.txt'])
    expect(await readdir(join(directory, 'pages/.versions'))).toHaveLength(1)
  })
})
