import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { BucketTarget, DirectoryTarget, GitTarget } from '#copies'
import type { CopyTarget } from '#copies'
import { hourMs, minuteMs, SystemClock } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { httpServer } from '../../../tests/support/local-servers.ts'
import { S3Server } from '../../../tests/support/s3-server.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { SnapshotKeeper } from './keep-snapshots.ts'

const execute = promisify(execFile)
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
    new DirectoryTarget(join(directory, 'pages')),
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

  it('loses an incident that is unpublished at once, whenever it was', async () => {
    await newPage('acme')
    await keeper.refresh()
    const history = join(directory, 'pages/acme/history/2026-01.html')
    expect(await readFile(history, 'utf8')).toContain('Orders failed')
    const { body } = await call('GET', '/v1/status-page-incidents')
    const { entries } = body as { entries: { id: string; name: string }[] }
    const { id } = entries.find(({ name }) => name === 'Orders failed') ?? { id: '' }
    await call('PUT', `/v1/status-page-incidents/${id}`, { isPublished: false })
    expect(await keeper.refresh()).toBe(1)
    expect(await readFile(history, 'utf8')).not.toContain('Orders failed')
  })

  it('are noted with their age, and with the reason when they cannot be written', async () => {
    const { page } = await newPage('acme')
    await keeper.refresh()
    const copies = async () => {
      const { body } = await call('GET', `/v1/status-page-summaries?statusPageId=${page}`)
      return (body as { entries: { copies: unknown }[] }).entries[0]?.copies
    }
    const writtenAt = new Date(service.clock.now()).toISOString()
    expect(await copies()).toEqual([{ target: 'directory', writtenAt, failure: null }])
    await rm(join(directory, 'pages'), { recursive: true })
    await writeFile(join(directory, 'pages'), 'a file in the way')
    service.clock.advance(hourMs)
    await expect(keeper.refresh()).rejects.toThrow('pages')
    expect(await copies()).toEqual([{ target: 'directory', writtenAt, failure: expect.stringContaining('pages') }])
  })
})

const keeperOf = (target: CopyTarget) => {
  const { store, clock } = service
  return new SnapshotKeeper({ store, clock, publicUrl: 'https://belfry.example' }, target)
}

describe('the copies of pages in a bucket', () => {
  const access = { accessKeyId: 'key', secretAccessKey: 'a secret of S3', region: 'eu-central-1', bucket: 'public' }
  const open = async () => {
    const server = new S3Server(access)
    onTestFinished(() => server.close())
    const options = { ...access, endpoint: await server.listen(), pathStyle: true, timeoutMs: minuteMs }
    const target = () => new BucketTarget({ ...options, clock: new SystemClock() }, 'status/')
    return { server, target }
  }

  it('are whole, lose what pages lose, also of an earlier process, and leave other objects alone', async () => {
    const { server, target } = await open()
    const foreign = ['status/robots.txt', 'status/acme/backup.tar']
    for (const key of foreign) server.objects.set(key, Buffer.from('mine'))
    const { page, open: incident } = await newPage('acme')
    await newPage('other')
    await keeperOf(target()).refresh()
    expect(server.objects.get('status/acme/index.html')?.toString()).toContain('This is a copy of the page')
    expect([...server.objects.keys()]).toEqual(
      expect.arrayContaining([`status/acme/incidents/${incident}.html`, 'status/acme/api/v2/summary.json']),
    )
    await call('DELETE', `/v1/status-pages/incidents/${incident}`)
    const later = keeperOf(target())
    await later.refresh()
    expect(server.objects.has(`status/acme/incidents/${incident}.html`)).toBe(false)
    await call('PUT', `/v1/status-pages/${page}`, { isPrivate: true })
    await later.refresh()
    const left = [...server.objects.keys()].filter((key) => !key.startsWith('status/other/'))
    expect(left.toSorted()).toEqual(['status/.belfry-pages.json', ...foreign.toReversed()])
  })

  it('are uploaded in part when a part changed, the page itself last', async () => {
    const { server, target } = await open()
    const { open: incident } = await newPage('acme')
    const bucket = keeperOf(target())
    await bucket.refresh()
    const first = server.answered.filter((method) => method === 'PUT').length
    expect([...server.objects.keys()].at(-1)).toBe('status/acme/index.html')
    await made(`/v1/status-pages/incidents/${incident}/incident-updates`, { status: 'RESOLVED', description: 'Over.' })
    await bucket.refresh()
    expect(server.objects.get('status/acme/index.html')?.toString()).toContain('All systems operational')
    expect(server.answered.filter((method) => method === 'PUT').length - first).toBeLessThan(first)
  })
})

describe('the copies of pages on a branch', () => {
  const git = async (...args: string[]): Promise<string> =>
    (await execute('git', ['--git-dir', join(directory, 'remote.git'), ...args])).stdout.trim()
  const branch = 'status-pages'
  const target = (remote = join(directory, 'remote.git')) =>
    new GitTarget({ remote, branch, directory: join(directory, 'work') })

  it('are one commit, whatever was before, with what the pages are now', async () => {
    await git('init', '--quiet', '--bare')
    const { page, open: incident } = await newPage('acme')
    await newPage('other')
    await keeperOf(target()).refresh()
    expect(await git('show', `${branch}:acme/index.html`)).toContain('Orders is partly down')
    const kept = keeperOf(target())
    await kept.refresh()
    await made(`/v1/status-pages/incidents/${incident}/incident-updates`, { status: 'RESOLVED', description: 'Over.' })
    await kept.refresh()
    expect(await git('show', `${branch}:acme/index.html`)).toContain('All systems operational')
    expect(await git('rev-list', '--count', branch)).toBe('1')
    await call('PUT', `/v1/status-pages/${page}`, { isPrivate: true })
    await kept.refresh()
    expect((await git('ls-tree', '--name-only', branch)).split('\n')).toEqual(['.nojekyll', 'other'])
  })

  it('say why they were not pushed, without the credentials of the remote', async () => {
    await newPage('acme')
    const refused = keeperOf(target('https://me:a-token@127.0.0.1:9/status.git')).refresh()
    await expect(refused).rejects.toThrow(/^git push: (?!.*a-token).*127\.0\.0\.1:9/s)
  })

  it('say nothing of a token that is the user of the remote and no longer valid', async () => {
    await newPage('acme')
    const { port } = await httpServer((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    })
    const refused = keeperOf(target(`http://a-token@127.0.0.1:${port}/status.git`)).refresh()
    await expect(refused).rejects.toThrow(new RegExp(`^git push: (?!.*a-token).*127\\.0\\.0\\.1:${port}`, 's'))
  })
})
