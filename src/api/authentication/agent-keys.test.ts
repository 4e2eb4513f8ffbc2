import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { handlers } from '#api'
import { createClient } from '#client'
import type { AgentMode } from '#contract'
import { minuteMs, TestClock } from '#kernel'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
let app: ReturnType<typeof aTestApi>
let account: TestAccount
let address: string

beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock, publicUrl: 'https://belfry.example' })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  clock.advance(minuteMs)
  account = await anAccount(testStore(database.db()), clock)
})
afterAll(() => app.close())

const callsOf = (apiKey: string) => createClient({ baseUrl: address, apiKey })
const owner = () => callsOf(account.key)
const keyOf = (agentMode: AgentMode) =>
  owner().call('createApiKey', { body: { name: 'Coder', role: 'ADMIN', agentMode } })

const check = { checkType: 'URL', name: 'Shop', request: { url: 'https://shop.example/' } } as const
const proposal = { operation: 'createCheckGeneric', body: check, reason: 'New.' } as const

const mcpOf = async (key: string) => {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }))
  return client
}

it.each([
  ['READ', 'READ_ONLY', []],
  ['PROPOSE', 'READ_ONLY', ['propose_change']],
  ['ACT', 'READ_WRITE', ['propose_change', 'confirm_change', 'undo_change']],
] as const)(
  'a key of the mode %s has the role %s and these tools, over the API as over MCP',
  async (mode, role, tools) => {
    const made = await keyOf(mode)
    expect(made).toMatchObject({ agentMode: mode, role })
    const calls = callsOf(made.key)
    expect(await calls.call('getAgentAccess')).toEqual({ isAllowed: true, mode })
    expect((await calls.call('listChecks')).items).toEqual([])
    const outcome = calls.call('proposeAgentPlan', { body: proposal }).then(
      ({ state }) => state,
      ({ code }: { readonly code: string }) => code,
    )
    expect(await outcome).toBe(mode === 'READ' ? 'AGENT_MODE_TOO_LOW' : 'PROPOSED')
    const client = await mcpOf(made.key)
    const listed = (await client.listTools()).tools
    await client.close()
    expect(listed.flatMap(({ name, annotations }) => (annotations?.readOnlyHint ? [] : [name]))).toEqual(tools)
  },
)

it('the key of an agent changes things as confirmed plans alone, which the audit log has with its name', async () => {
  const calls = callsOf((await keyOf('ACT')).key)
  await expect(calls.call('createCheckGeneric', { body: check as never })).rejects.toMatchObject({
    code: 'AGENT_PLAN_REQUIRED',
  })
  const { id } = await calls.call('proposeAgentPlan', { body: proposal })
  expect(await calls.call('confirmAgentPlan', { params: { id } })).toMatchObject({ state: 'APPLIED', problem: null })
  expect(await calls.call('listChecks')).toMatchObject({ items: [{ name: 'Shop' }] })
  const { entries } = await owner().call('listAuditLog')
  expect(entries.find(({ operation }) => operation === 'createCheckGeneric')?.actor).toMatchObject({
    type: 'AGENT',
    name: 'Coder',
  })
})

it('a key that proposes cannot confirm, and neither can one that acts make keys', async () => {
  const [proposes, acts] = [callsOf((await keyOf('PROPOSE')).key), callsOf((await keyOf('ACT')).key)]
  const { id } = await proposes.call('proposeAgentPlan', { body: proposal })
  await expect(proposes.call('confirmAgentPlan', { params: { id } })).rejects.toMatchObject({ code: 'ROLE_TOO_LOW' })
  await expect(acts.call('createApiKey', { body: { name: 'x', role: 'ADMIN' } })).rejects.toMatchObject({ status: 403 })
})

it('agents that are turned off read nothing with their keys, at once, while other keys work', async () => {
  const calls = callsOf((await keyOf('READ')).key)
  await calls.call('listChecks')
  await owner().call('setAgentAccess', { body: { isAllowed: false } })
  await expect.poll(() => calls.call('listChecks').catch(({ code }: { code: string }) => code)).toBe('AGENTS_OFF')
  expect((await owner().call('listChecks')).items).toEqual([])
  await owner().call('setAgentAccess', { body: { isAllowed: true } })
  await expect
    .poll(() => calls.call('listChecks').catch(({ code }: { code: string }) => code))
    .toMatchObject({ items: [] })
})
