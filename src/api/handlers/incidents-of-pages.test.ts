import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs, randomId } from '#kernel'
import type { IncidentOfPagesResource, IncidentPreview, ListedIncidentOfPagesResource } from '#contract'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let send: Send
let serviceId: string
let componentPath: string
let componentId: string
let url: string
beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  send = service.as((await service.account()).key)
  serviceId = idOf(await send('POST', '/v1/status-pages/services', { name: 'Shop' }))
  url = `acme-${randomId()}`
  await send('POST', '/v1/status-pages', { name: 'Acme', url, cards: [{ name: 'A', services: [{ id: serviceId }] }] })
  const page = { name: 'Components', url: `components-${randomId()}` }
  componentPath = `/v3/status-pages/${idOf(await send('POST', '/v3/status-pages', page))}`
  componentId = idOf(await send('POST', `${componentPath}/components`, { name: 'Orders', displayOrder: 1 }))
})

const idOf = ({ body }: TestAnswer): string => String(Object(body).id)
const codeOf = ({ status, body }: TestAnswer) => [status, Object(body).attributes?.code]
const update = (status: string) => ({ status, description: `${status}.` })
const next = () => service.clock.advance(minuteMs)

const ofServices = async (name: string, status = 'INVESTIGATING'): Promise<string> => {
  next()
  const body = { name, severity: 'MAJOR', services: [{ id: serviceId }], incidentUpdates: [update(status)] }
  return idOf(await send('POST', '/v1/status-pages/incidents', body))
}
const ofComponents = async (name: string, status = 'INVESTIGATING'): Promise<string> => {
  next()
  const componentImpacts = [{ componentId, status: 'PARTIAL_OUTAGE' }]
  const body = { name, componentImpacts, incidentUpdates: [update(status)] }
  return idOf(await send('POST', `${componentPath}/incidents`, body))
}
const path = '/v1/status-page-incidents'
const list = async (query = ''): Promise<{ entries: ListedIncidentOfPagesResource[]; nextId: string | null }> =>
  Object((await send('GET', `${path}?${query}`)).body)
const names = async (query = '') => (await list(query)).entries.map(({ name }) => name)
const get = async (id: string): Promise<IncidentOfPagesResource> => Object((await send('GET', `${path}/${id}`)).body)
const handle = (id: string, body: object) => send('PUT', `${path}/${id}`, body)
const shownTo = async (at: string) => Object((await service.as(null)('GET', `/status/${at}.json`)).body)

describe('incidents of status pages of both versions', () => {
  it('are in one list, open ones first, page after page, with what they are about and where', async () => {
    await ofServices('First', 'RESOLVED')
    await ofComponents('Second')
    await ofComponents('Third', 'RESOLVED')
    await ofServices('Fourth')
    expect(await names()).toEqual(['Fourth', 'Second', 'Third', 'First'])
    const { entries } = await list('state=OPEN')
    expect(entries).toMatchObject([
      {
        kind: 'SERVICES',
        severity: 'MAJOR',
        affects: [{ name: 'Shop', impact: null }],
        pages: [{ name: 'Acme', url, version: 2 }],
        openedBy: null,
        isPublished: true,
      },
      {
        kind: 'COMPONENTS',
        severity: 'PARTIAL_OUTAGE',
        affects: [{ name: 'Orders', impact: 'PARTIAL_OUTAGE' }],
        pages: [{ name: 'Components', version: 3 }],
        resolvedAt: null,
      },
    ])
    const read: string[] = []
    for (let nextId: string | null = ''; nextId !== null;) {
      const page: Awaited<ReturnType<typeof list>> = await list(`limit=1${nextId && `&nextId=${nextId}`}`)
      read.push(...page.entries.map(({ name }) => name))
      nextId = page.nextId
    }
    expect(read).toEqual(['Fourth', 'Second', 'Third', 'First'])
  })

  it('are all read, even if the last one of a page is resolved before the next page is read', async () => {
    for (const name of ['First', 'Second']) await ofServices(name)
    const last = await ofServices('Third')
    const page = await list('limit=1')
    await send('POST', `/v1/status-pages/incidents/${last}/incident-updates`, update('RESOLVED'))
    expect(await names(`nextId=${page.nextId}`)).toEqual(['Second', 'First'])
  })

  it('are narrowed by page, state and name, and are those of the account', async () => {
    await ofServices('Orders fail')
    await ofComponents('Orders slow', 'RESOLVED')
    expect(await names('search=ORDERS')).toEqual(['Orders fail', 'Orders slow'])
    expect(await names('search=%25')).toEqual([])
    expect(await names(`statusPageId=${componentPath.split('/').at(-1)}`)).toEqual(['Orders slow'])
    const [open] = (await list('state=OPEN')).entries
    expect(await names(`statusPageId=${open?.pages[0]?.id}`)).toEqual(['Orders fail'])
    const other = service.as((await service.account()).key)
    expect(Object((await other('GET', path)).body).entries).toEqual([])
    expect(codeOf(await send('GET', `${path}?nextId=x`))).toEqual([400, 'CURSOR_INVALID'])
  })

  it('are not there for another account, and not taken over when a person opened them', async () => {
    const id = await ofServices('Orders fail')
    const other = service.as((await service.account()).key)
    for (const answer of [
      await other('GET', `${path}/${id}`),
      await other('PUT', `${path}/${id}`, { isPublished: false }),
      await other('POST', `${path}/preview`, { incidentId: id, update: update('RESOLVED') }),
      await send('GET', `${path}/x`),
    ])
      expect(codeOf(answer)).toEqual([404, 'INCIDENT_NOT_FOUND'])
    expect(codeOf(await handle(id, { isTakenOver: true }))).toEqual([409, 'INCIDENT_NOT_AUTOMATIC'])
  })

  it('are hidden from pages and feeds, and mailed to nobody, until they are published again', async () => {
    for (const id of [await ofServices('Orders fail'), await ofComponents('Orders slow')]) {
      const [page] = (await get(id)).pages
      const at = page?.url ?? ''
      expect((await shownTo(at)).openIncidents).toHaveLength(1)
      expect((await handle(id, { isPublished: false })).body).toMatchObject({ isPublished: false })
      const hidden = await shownTo(at)
      expect([hidden.openIncidents, hidden.recent, hidden.state]).toEqual([[], [], 'OPERATIONAL'])
      expect((await service.as(null)('GET', `/status/${at}/incidents/${id}`)).status).toBe(404)
      expect((await service.as(null)('GET', `/status/${at}/feed.rss`)).text).not.toContain('Orders')
      const preview: IncidentPreview = Object(
        (await send('POST', `${path}/preview`, { incidentId: id, update: update('IDENTIFIED') })).body,
      )
      expect(preview.recipients).toBe(0)
      await handle(id, { isPublished: true })
      expect((await shownTo(at)).openIncidents).toHaveLength(1)
    }
  })

  it('have a post-mortem in Markdown, which readers see when it is published', async () => {
    const id = await ofServices('Orders fail', 'RESOLVED')
    expect(codeOf(await handle(id, { isPostMortemPublished: true }))).toEqual([409, 'POST_MORTEM_MISSING'])
    await handle(id, { postMortem: '# Cause\n\nA **disk** was full. <script>' })
    const { postMortemHtml, updates } = await get(id)
    expect(postMortemHtml).toContain('<h3>Cause</h3><p>A <strong>disk</strong> was full. &lt;script&gt;</p>')
    expect(updates[0]?.html).toContain('<p>RESOLVED.</p>')
    const read = async () => (await service.as(null)('GET', `/status/${url}/incidents/${id}`)).text
    expect(await read()).not.toContain('Post-mortem')
    expect((await handle(id, { isPostMortemPublished: true })).body).toMatchObject({
      postMortemPublishedAt: new Date(service.clock.now()).toISOString(),
    })
    expect(await read()).toContain('<h3>Cause</h3><p>A <strong>disk</strong> was full. &lt;script&gt;</p>')
    expect((await service.as(null)('GET', `/status/${url}/feed.atom`)).text).toContain('Post-mortem')
    const data = await service.as(null)('GET', `/status/${url}/api/v2/incidents.json`)
    expect(data.body).toMatchObject({
      incidents: expect.arrayContaining([
        expect.objectContaining({
          id,
          postmortem_body: expect.stringContaining('A **disk** was full.'),
          postmortem_published_at: new Date(service.clock.now()).toISOString(),
        }),
      ]),
    })
    await handle(id, { postMortem: null })
    expect(await get(id)).toMatchObject({ postMortem: null, postMortemPublishedAt: null })
  })
})

describe('the checks behind an incident', () => {
  const aCheck = async (body: object = {}): Promise<string> => {
    const request = { hostname: 'shop.example', port: 443 }
    return idOf(await send('POST', '/v1/checks/tcp', { name: `Cart ${randomId()}`, request, ...body }))
  }

  it('are named by people, by which the incident is found, and others of the account are refused', async () => {
    const [named, other] = [await aCheck(), await aCheck()]
    const id = await ofServices('Orders fail')
    expect(await names(`checkId=${named}`)).toEqual([])
    expect((await handle(id, { checkIds: [named.toUpperCase()] })).body).toMatchObject({
      openedBy: null,
      checks: [{ id: named, isFailing: false, isNamed: true }],
    })
    expect([await names(`checkId=${named}`), await names(`checkId=${other}`)]).toEqual([['Orders fail'], []])
    expect(codeOf(await handle(id, { checkIds: [named, randomId()] }))).toEqual([400, 'CHECK_UNKNOWN'])
    expect((await get(id)).checks).toHaveLength(1)
    await handle(id, { checkIds: [other] })
    expect((await get(id)).checks).toMatchObject([{ id: other }])
    await send('DELETE', `/v1/checks/${other}`)
    expect((await get(id)).checks).toEqual([])
  })

  it('say which services and components a new one would be about, components by the worst impact of their rules', async () => {
    const triggerIncident = {
      serviceId,
      severity: 'MAJOR',
      name: 'Down',
      description: 'Down.',
      notifySubscribers: false,
    }
    const checkId = await aCheck({ tags: ['shop'], triggerIncident })
    const rule = { enabled: true, notifySubscribers: false, coolDownWindowMinutes: 0, tags: ['shop'] }
    const texts = { firstUpdate: 'Down.', lastUpdate: 'Up.' }
    for (const [name, targetImpact] of [
      ['Slow', 'DEGRADED_PERFORMANCE'],
      ['Down', 'MAJOR_OUTAGE'],
    ])
      expect(
        await send('POST', `${componentPath}/automation-rules`, {
          ...rule,
          ...texts,
          name,
          components: [{ componentId, targetImpact }],
        }),
      ).toMatchObject({ status: 201 })
    const affected = async (from: Send, id: string) => (await from('GET', `${path}/affected?checkId=${id}`)).body
    expect(await affected(send, checkId)).toEqual({
      services: [{ id: serviceId, name: 'Shop' }],
      components: [
        { id: componentId, name: 'Orders', statusPageId: componentPath.split('/').at(-1), impact: 'MAJOR_OUTAGE' },
      ],
    })
    const nothing = { services: [], components: [] }
    expect(await affected(send, await aCheck({ tags: ['other'] }))).toEqual(nothing)
    expect(await affected(service.as((await service.account()).key), checkId)).toEqual(nothing)
  })
})

describe('a preview of an update', () => {
  const subscribe = (address: string, changes: object = {}) =>
    send('POST', `${componentPath}/subscribers/bulk`, {
      subscriptions: [{ type: 'EMAIL', config: { address, ...changes } }],
      autoVerify: true,
    })

  it('is the page and the mail as readers would get them, and changes nothing', async () => {
    const id = await ofComponents('Orders slow')
    await subscribe('all@reader.example')
    await subscribe('other@reader.example', { subscribedComponents: [idOf(await otherComponent())] })
    const body = { incidentId: id, update: { status: 'RESOLVED', description: 'It was a **disk**.' } }
    const preview: IncidentPreview = Object((await send('POST', `${path}/preview`, body)).body)
    expect(preview).toMatchObject({ recipients: 1, pages: [{ name: 'Components', recipients: 1 }] })
    expect(preview.page).toContain('<p>It was a <strong>disk</strong>.</p>')
    expect(preview.page).toContain('INVESTIGATING.')
    expect(preview.mail).toMatchObject({
      subject: '[INCIDENT] Orders - Orders slow (Resolved)',
      text: expect.stringContaining('It was a **disk**.'),
      html: expect.stringContaining('Orders slow'),
    })
    expect((await get(id)).updates).toHaveLength(1)
  })

  const otherComponent = () => send('POST', `${componentPath}/components`, { name: 'Search', displayOrder: 2 })

  it('is of the update that would open an incident as well', async () => {
    const opening = { name: 'Checkout fails', update: update('INVESTIGATING') }
    const ofService = { ...opening, severity: 'CRITICAL', serviceIds: [serviceId] }
    expect((await send('POST', `${path}/preview`, ofService)).body).toMatchObject({
      pages: [{ name: 'Acme' }],
      page: expect.stringContaining('Checkout fails'),
    })
    const onNoPage = idOf(await send('POST', '/v1/status-pages/services', { name: 'Nowhere' }))
    expect((await send('POST', `${path}/preview`, { ...ofService, serviceIds: [onNoPage] })).body).toEqual({
      recipients: 0,
      pages: [],
      page: null,
      mail: null,
    })
    const impacts = { ...opening, statusPageId: componentPath.split('/').at(-1), componentImpacts: [] }
    expect((await send('POST', `${path}/preview`, impacts)).body).toMatchObject({ pages: [{ name: 'Components' }] })
    const unknown = { ...impacts, statusPageId: randomId() }
    expect(codeOf(await send('POST', `${path}/preview`, unknown))).toEqual([404, 'STATUS_PAGE_NOT_FOUND'])
  })
})

describe('templates for updates', () => {
  const template = (name: string) => ({ name, status: 'INVESTIGATING', description: '{{affected}} does not work.' })

  it('have names that are unique in the account, in any case of letters', async () => {
    const id = idOf(await send('POST', '/v1/incident-templates', template('Looking')))
    await send('POST', '/v1/incident-templates', template('Another'))
    expect(codeOf(await send('POST', '/v1/incident-templates', template('LOOKING')))).toEqual([
      409,
      'INCIDENT_TEMPLATE_NAME_TAKEN',
    ])
    const renamed = await send('PUT', `/v1/incident-templates/${id}`, template('looking'))
    expect(renamed.body).toMatchObject({ id, name: 'looking' })
    const named = async () =>
      ((await send('GET', '/v1/incident-templates')).body as { name: string }[]).map(({ name }) => name)
    expect(await named()).toEqual(['Another', 'looking'])
    expect((await send('DELETE', `/v1/incident-templates/${id}`)).status).toBe(204)
    expect(await named()).toEqual(['Another'])
    expect(codeOf(await send('DELETE', `/v1/incident-templates/${id}`))).toEqual([404, 'INCIDENT_TEMPLATE_NOT_FOUND'])
  })
})
