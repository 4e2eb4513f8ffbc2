import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handlers } from '#api'
import { createClient } from '#client'
import type { Client } from '#client'
import { minuteMs, TestClock } from '#kernel'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
let app: ReturnType<typeof aTestApi>
let account: TestAccount
let baseUrl: string
let [person, reader]: Client[] = []

const clientOf = (apiKey: string) => createClient({ baseUrl, apiKey })

beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock })
  baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  account = await anAccount(testStore(database.db()), clock)
  person = clientOf(account.key)
  reader = clientOf(await account.keyWithRole('READ_ONLY'))
})
afterAll(() => app.close())

const owner = () => person ?? clientOf('')
const agent = () => reader ?? clientOf('')

const aCheck = () =>
  owner().call('createUrlCheck', { body: { name: 'Home', tags: ['a'], request: { url: 'https://shop.example/' } } })
const nameOf = async (id: string) => (await owner().call('getCheck', { params: { id } })).name
const rename = (id: string, body: Record<string, unknown> = { name: 'Start', tags: ['a', 'b'] }) =>
  agent().call('proposeAgentPlan', {
    body: { operation: 'patchCheckGeneric', params: { id }, body, reason: 'Clearer.' },
  })
const byId = (id: string) => ({ params: { id } })

describe('a change that a program proposes', () => {
  it('says what it would change and changes nothing until a person confirms it, once, and can be undone', async () => {
    const { id } = await aCheck()
    const plan = await rename(id)
    expect(plan).toMatchObject({
      state: 'PROPOSED',
      target: 'Home',
      reason: 'Clearer.',
      proposedBy: 'READ_ONLY',
      changes: [
        { field: 'name', before: '"Home"', after: '"Start"' },
        { field: 'tags', before: '["a"]', after: '["a","b"]' },
      ],
    })
    expect(await nameOf(id)).toBe('Home')
    expect(await owner().call('confirmAgentPlan', byId(plan.id))).toMatchObject({ state: 'APPLIED', isUndoable: true })
    expect(await nameOf(id)).toBe('Start')
    await expect(owner().call('confirmAgentPlan', byId(plan.id))).rejects.toMatchObject({ code: 'AGENT_PLAN_NOT_OPEN' })
    expect(await owner().call('undoAgentPlan', byId(plan.id))).toMatchObject({ state: 'UNDONE', isUndoable: false })
    expect(await owner().call('getCheck', byId(id))).toMatchObject({ name: 'Home', tags: ['a'] })
    await expect(owner().call('undoAgentPlan', byId(plan.id))).rejects.toMatchObject({
      code: 'AGENT_PLAN_NOT_UNDOABLE',
    })
  })

  it('is carried out with the role of the one who confirms it, and not by a key that only reads', async () => {
    const plan = await rename((await aCheck()).id)
    await expect(agent().call('confirmAgentPlan', byId(plan.id))).rejects.toMatchObject({ code: 'ROLE_TOO_LOW' })
    const runner = clientOf(await account.keyWithRole('READ_RUN'))
    expect(await runner.call('confirmAgentPlan', byId(plan.id))).toMatchObject({
      state: 'FAILED',
      problem: expect.stringContaining('READ_WRITE'),
    })
  })

  it('is not carried out when somebody changed the resource since it was shown, and not undone when since it was made', async () => {
    const { id } = await aCheck()
    const stale = await rename(id)
    await owner().call('patchCheckGeneric', { params: { id }, body: { name: 'Ours' } })
    expect(await owner().call('confirmAgentPlan', byId(stale.id))).toMatchObject({ state: 'FAILED' })
    expect(await nameOf(id)).toBe('Ours')
    const plan = await rename(id)
    await owner().call('confirmAgentPlan', byId(plan.id))
    await owner().call('patchCheckGeneric', { params: { id }, body: { name: 'Later' } })
    await expect(owner().call('undoAgentPlan', byId(plan.id))).rejects.toMatchObject({
      code: 'AGENT_PLAN_NOT_UNDOABLE',
    })
    expect(await nameOf(id)).toBe('Later')
  })

  it('ends after ten minutes, and can be rejected', async () => {
    const { id } = await aCheck()
    const [late, rejected] = [await rename(id), await rename(id)]
    expect(await owner().call('rejectAgentPlan', byId(rejected.id))).toMatchObject({ state: 'REJECTED' })
    await expect(owner().call('confirmAgentPlan', byId(rejected.id))).rejects.toMatchObject({
      code: 'AGENT_PLAN_NOT_OPEN',
    })
    clock.advance(10 * minuteMs)
    await expect(owner().call('confirmAgentPlan', byId(late.id))).rejects.toMatchObject({ code: 'AGENT_PLAN_NOT_OPEN' })
    expect(await owner().call('listAgentPlans', { query: { state: 'EXPIRED' } })).toMatchObject([{ id: late.id }])
  })

  it('may create something, which is undone by deleting it', async () => {
    const body = { checkType: 'URL', name: 'New', request: { url: 'https://new.example/' } }
    const plan = await agent().call('proposeAgentPlan', {
      body: { operation: 'createCheckGeneric', body, reason: 'New.' },
    })
    expect(plan.changes).toContainEqual({ field: 'name', before: null, after: '"New"' })
    await owner().call('confirmAgentPlan', byId(plan.id))
    expect((await owner().call('listChecks')).items.map(({ name }) => name)).toEqual(['New'])
    await owner().call('undoAgentPlan', byId(plan.id))
    expect((await owner().call('listChecks')).items).toEqual([])
  })

  it('says which channels, status pages and dashboards its checks reach', async () => {
    const { id } = await aCheck()
    const channel = {
      type: 'WEBHOOK',
      config: { name: 'Pager', url: 'https://pager.example/', method: 'POST' },
    } as const
    await owner().call('createAlertChannel', {
      body: { ...channel, subscriptions: [{ checkId: id, activated: true }] },
    })
    const dashboard = { header: 'Wall', customUrl: `wall-${id.slice(0, 8)}`, tags: ['a'] }
    await owner().call('createDashboard', { body: dashboard })
    await owner().call('createDashboard', { body: { ...dashboard, customUrl: `other-${id.slice(0, 8)}`, tags: ['z'] } })
    const service = await owner().call('createStatusPageService', { body: { name: 'Shop' } })
    const page = {
      name: 'Status',
      url: `status-${id.slice(0, 8)}`,
      cards: [{ name: 'All', services: [{ id: service.id }] }],
    }
    await owner().call('createStatusPage', { body: page })
    await owner().call('patchCheckGeneric', {
      params: { id },
      body: {
        triggerIncident: {
          serviceId: service.id,
          severity: 'MAJOR',
          name: 'Shop',
          description: 'Down',
          notifySubscribers: false,
        },
      },
    })
    expect((await rename(id)).reaches).toEqual([
      { type: 'ALERT_CHANNEL', name: 'Pager' },
      { type: 'DASHBOARD', name: 'Wall' },
      { type: 'STATUS_PAGE', name: 'Status' },
    ])
    expect((await rename((await aCheck()).id, { tags: [] })).reaches).toEqual([
      { type: 'ALERT_CHANNEL', name: 'Pager' },
      { type: 'DASHBOARD', name: 'Wall' },
    ])
  })

  it('of several checks is undone for all of them', async () => {
    const { id } = await aCheck()
    const body = { checkIds: [id], change: { addTags: ['night'] } }
    const plan = await agent().call('proposeAgentPlan', { body: { operation: 'changeChecks', body, reason: 'Night.' } })
    await owner().call('confirmAgentPlan', byId(plan.id))
    expect(await owner().call('getCheck', byId(id))).toMatchObject({ tags: ['a', 'night'] })
    expect(await owner().call('undoAgentPlan', byId(plan.id))).toMatchObject({ state: 'UNDONE' })
    expect(await owner().call('getCheck', byId(id))).toMatchObject({ tags: ['a'] })
  })

  it('that silences is undone only where nothing silenced the check before', async () => {
    const { id } = await aCheck()
    const mute = async () => {
      const given = { operation: 'muteCheck', params: { id }, body: { minutes: 60 }, reason: 'Quiet.' } as const
      const plan = await agent().call('proposeAgentPlan', { body: given })
      return owner().call('confirmAgentPlan', byId(plan.id))
    }
    const first = await mute()
    expect(await mute()).toMatchObject({ state: 'APPLIED', isUndoable: false })
    expect(first).toMatchObject({ state: 'APPLIED', isUndoable: true })
    await owner().call('undoAgentPlan', byId(first.id))
    await owner().call('patchCheckGeneric', { params: { id }, body: { muted: true } })
    expect(await mute()).toMatchObject({ isUndoable: false })
  })

  it('shows long values whole', async () => {
    const { id } = await aCheck()
    const description = 'x'.repeat(400)
    const [change] = (await rename(id, { description })).changes
    expect(change?.after).toBe(JSON.stringify(description))
  })

  it('shows no credentials', async () => {
    const { id } = await aCheck()
    const headers = [{ key: 'Authorization', value: 'Bearer sk-very-secret-9876543210' }]
    const plan = await rename(id, { request: { headers, url: 'https://user:pa55w0rd@shop.example/' } })
    expect(JSON.stringify(plan)).not.toMatch(/very-secret|pa55w0rd/)
    const [row] = await database
      .db()
      .rows<{ text: string }>(`select agent_plans::text as text from agent_plans where id = $1`, [plan.id])
    expect(row?.text).not.toMatch(/very-secret|pa55w0rd/)
  })

  it("is none of another account's", async () => {
    const plan = await rename((await aCheck()).id)
    const other = clientOf((await anAccount(testStore(database.db()), clock)).key)
    for (const operation of ['getAgentPlan', 'confirmAgentPlan', 'rejectAgentPlan', 'undoAgentPlan'] as const)
      await expect(other.call(operation, byId(plan.id))).rejects.toMatchObject({ code: 'AGENT_PLAN_NOT_FOUND' })
    expect(await other.call('listAgentPlans')).toEqual([])
  })

  it.each([
    ['an unknown field', { operation: 'patchCheckGeneric', body: { nme: 'x' } }],
    ['a value of the wrong type', { operation: 'patchCheckGeneric', body: { name: 1 } }],
    ['no parameters', { operation: 'patchCheckGeneric', params: {}, body: { name: 'x' } }],
    [
      'a check that is not there',
      { operation: 'patchCheckGeneric', params: { id: crypto.randomUUID() }, body: { name: 'x' } },
    ],
    ['no body', { operation: 'createCheckGeneric' }],
    ['an operation that deletes', { operation: 'deleteCheck' }],
    ['an operation with keys', { operation: 'createApiKey', body: { name: 'x', role: 'ADMIN' } }],
  ])('with %s is refused', async (_name, given) => {
    const { id } = await aCheck()
    const body = { params: { id }, reason: 'x', ...given }
    await expect(agent().call('proposeAgentPlan', { body: body as never })).rejects.toMatchObject({ status: 400 })
  })

  it('is refused when many wait already', async () => {
    const { id } = await aCheck()
    for (let index = 0; index < 50; index += 1) {
      if (index % 25 === 0) clock.advance(minuteMs)
      await rename(id, { name: `Name ${index}` })
    }
    clock.advance(minuteMs)
    await expect(rename(id)).rejects.toMatchObject({ code: 'AGENT_PLANS_FULL' })
  })
})
