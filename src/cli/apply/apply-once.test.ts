import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClient } from '#client'
import { useServer } from '../../../tests/support/test-server.ts'
import { applyOnce, planOnce } from './apply-once.ts'
import { readApplyOptions, readPlanOptions } from './apply-options.ts'

const server = useServer()

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'belfry-apply-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (name: string, text: string): void => writeFileSync(join(root, name), text)

interface Attempt {
  readonly command?: 'apply' | 'plan'
  readonly answer?: boolean | (() => Promise<boolean>)
  readonly environment?: Readonly<Record<string, string>>
}

/** What the command printed, and its exit code. The time of the service moves on while it waits. */
async function apply(args: readonly string[], { command = 'apply', answer, environment = {} }: Attempt = {}) {
  const printed: string[] = []
  const noted: string[] = []
  const [run, readOptions] = command === 'plan' ? [planOnce, readPlanOptions] : [applyOnce, readApplyOptions]
  const code = await run({
    client: createClient({ baseUrl: server.url, apiKey: server.key }),
    options: readOptions([root, ...args]),
    environment,
    terminal: {
      print: (text) => void printed.push(text),
      note: (text) => void noted.push(text),
      confirm: answer === undefined ? null : async () => (typeof answer === 'boolean' ? answer : answer()),
    },
  })
  return { code, out: printed.join(''), notes: noted.join('') }
}

const names = async (path: string): Promise<string[]> => {
  const { body } = await server.call('GET', path)
  return Array.isArray(body) ? body.map(({ name }: { name: string }) => name) : []
}

const shop = `project: { logicalId: shop, name: Shop }
groups:
  shop: { name: Shop, alertChannels: [ops-mail] }
checks:
  home:
    checkType: URL
    name: Home
    group: shop
    locations: [eu-west-1]
    request: { method: GET, url: 'https://\${env:HOST}/' }
alertChannels:
  ops-mail: { type: EMAIL, config: { address: ops@shop.example } }
`

it('shows the changes, applies what is confirmed, and prunes only what the project owns', async () => {
  const environment = { HOST: 'shop.example' }
  await server.call('POST', '/v1/checks/url', { name: 'By hand', request: { url: 'https://a.example', method: 'GET' } })
  write('shop.yaml', shop)
  const plan = `  + group shop
  + alert channel ops-mail
  + notify shop → ops-mail
  + check home

Plan: 4 to create; 0 unchanged.
`
  expect(await apply(['--plan'], { environment })).toEqual({ code: 0, out: plan, notes: '' })
  expect(await apply([], { environment })).toMatchObject({ code: 3, notes: expect.stringContaining('--yes') })
  expect(await apply([], { environment, answer: false })).toMatchObject({ code: 3, notes: 'Nothing was changed.\n' })
  expect(await names('/v1/checks')).toEqual(['By hand'])
  expect(await apply([], { environment, answer: true })).toMatchObject({
    code: 0,
    out: `${plan}Applied: 4 created.\n`,
  })
  const again = await apply(['--yes'], { environment })
  expect(again).toEqual({ code: 0, out: 'Nothing to change: 4 resources are as the files say.\n', notes: '' })

  write(
    'shop.yaml',
    shop
      .replace('name: Home', 'name: Start')
      .replace(/alertChannels:\n.*/, '')
      .replace(', alertChannels: [ops-mail]', ''),
  )
  expect(await apply(['--yes'], { environment })).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^ {2}~ check home\n {6}name: "Home" → "Start"\n {2}- notify shop → ops-mail\n {2}- alert channel ops-mail\n\nPlan: 1 to update, 2 to delete; 1 unchanged\.\nApplied: 1 updated, 2 deleted\.\n$/,
    ),
  })
  expect((await names('/v1/checks')).toSorted()).toEqual(['By hand', 'Start'])

  write('shop.yaml', 'project: { logicalId: shop, name: Shop }\n')
  const kept = await apply(['--yes', '--preserve', '--json'], { environment })
  expect(JSON.parse(kept.out)).toMatchObject({ applied: true, diff: [{ action: 'DETACHED' }, { action: 'DETACHED' }] })
  expect((await names('/v1/checks')).toSorted()).toEqual(['By hand', 'Start'])
})

const idOf = async (name: string): Promise<string> => {
  const { body } = await server.call('GET', '/v1/checks')
  return Object(body).find((check: { readonly name: string }) => check.name === name).id
}

it('plans by property, says what somebody changed by hand, and applies nothing that nobody saw', async () => {
  const project = (name: string, password: string): void =>
    write(
      'a.yaml',
      `project: { logicalId: account, name: Account }
checks:
  api:
    checkType: API
    name: ${name}
    request:
      method: GET
      url: https://a.example
      basicAuth: { username: me, password: ${password} }
`,
    )
  project('Old', 'first-password')
  const plan = async () => apply([], { command: 'plan' })
  expect(await plan()).toMatchObject({ code: 2, out: expect.stringContaining('+ check api') })
  await apply(['--yes'])
  expect(await plan()).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to change') })
  const path = `/v1/checks/api/${await idOf('Old')}`
  await server.call('PUT', path, { name: 'By hand', tags: ['by-hand'] })
  project('New', 'other-password')
  expect(await plan()).toMatchObject({
    code: 2,
    out: `  ~ check api
      name: "By hand" → "New"  (also changed by hand)
      tags: ["by-hand"] → []  (changed by hand)
      request.basicAuth.password: another secret

Plan: 1 to update; 0 unchanged.
`,
  })
  expect(JSON.parse((await apply(['--json'], { command: 'plan' })).out)).toMatchObject({
    diff: [{ action: 'UPDATE', changes: [{ path: '/name', origin: 'both' }, { path: '/tags' }, { secret: true }] }],
  })
  const changing = async (): Promise<boolean> => {
    await server.call('PUT', path, { name: 'Meanwhile' })
    return true
  }
  expect(await apply([], { answer: changing })).toMatchObject({ code: 1, notes: expect.stringContaining('plan again') })
  write('a.yaml', 'project: { logicalId: account, name: Account }\nchecks: { a: {} }\n')
  expect(await plan()).toMatchObject({ code: 1 })
})

it('takes over what was made by hand with --adopt, says so, and says where it cannot', async () => {
  const url = { name: 'Search', request: { url: 'https://a.example', method: 'GET' } }
  for (const name of ['Search', 'Cart', 'Cart']) await server.call('POST', '/v1/checks/url', { ...url, name })
  const file = (name: string) => `project: { logicalId: adopted, name: Adopted }
checks:
  it: { checkType: URL, name: ${name}, locations: [eu-west-1], request: { method: GET, url: 'https://a.example' } }
`
  write('shop.yaml', file('Search'))
  expect(await apply(['--adopt', '--yes'])).toEqual({
    code: 0,
    out: `  ~ check it (adopted)
      locations: [] → ["eu-west-1"]

Plan: 1 to update; 0 unchanged.
Applied: 1 updated.
`,
    notes: '',
  })
  write('shop.yaml', file('Cart').replaceAll('adopted', 'carts'))
  const { code, notes } = await apply(['--adopt', '--plan'])
  expect(code).toBe(2)
  expect(notes).toMatch(/^shop.yaml:3:\d+ {2}checks.it was rejected: It cannot be taken over: 2 resources match: /)
})

it('reports mistakes that only the service sees at their places in the files', async () => {
  write(
    'a.yaml',
    `project: { logicalId: other, name: Other }
checks:
  home:
    checkType: URL
    name: Home
    group: { id: 4711 }
    request:
      method: GET
      url: https://a.example
`,
  )
  const { code, notes } = await apply(['--yes'])
  expect({ code, notes }).toEqual({
    code: 2,
    notes:
      'a.yaml:6:12  checks.home.group was rejected: There is no such resource in this account.\nNothing was changed.\n',
  })
})

it('prints mistakes as JSON where that is asked for, and changes nothing', async () => {
  write('a.yaml', 'project: { logicalId: other, name: Other }\nchecks: { a: { checkType: URL } }\n')
  const { code, out } = await apply(['--yes', '--json'])
  expect({ code, mistakes: JSON.parse(out) }).toEqual({
    code: 2,
    mistakes: { mistakes: ['a.yaml:2:14  checks.a.name is required', 'a.yaml:2:14  checks.a.request is required'] },
  })
})
