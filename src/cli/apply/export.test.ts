import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '#client'
import { alertChannelTypes, channelTypes, checkTypeNames, checkTypes } from '#contract'
import { exportResources, readAccount } from '#resource-files'
import type { Exported } from '#resource-files'
import { useServers } from '../../../tests/support/test-server.ts'
import { applyOnce } from './apply-once.ts'
import { readApplyOptions } from './apply-options.ts'

const { server } = useServers(['server'])

const root = mkdtempSync(join(tmpdir(), 'belfry-export-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const as = (apiKey: string) => createClient({ baseUrl: server.url, apiKey })
const read = (apiKey: string) => readAccount(as(apiKey))

async function exported(apiKey: string, format: 'yaml' | 'ts' | 'json' = 'yaml'): Promise<Exported> {
  const project = { logicalId: 'main', name: 'Main' }
  return exportResources(await read(apiKey), { project, format, schemaUrl: 'http://localhost/schemas/resources.json' })
}

const secret = 'correct-horse-battery'
let key: string

/** An account with a resource of every type and every kind. */
beforeAll(async () => {
  const { create, key: owner } = await server.account()
  key = owner
  const channels = []
  for (const type of alertChannelTypes)
    channels.push(await create('/v1/alert-channels', { type, config: channelTypes[type].examples[1] }))
  const service = await create('/v1/status-pages/services', { name: 'Shop' })
  await create('/v1/private-locations', { name: 'Office', slugName: 'office' })
  const snippet = await create('/v1/snippets', { name: 'Sign in', script: 'request.headers.a = 1' })
  const group = await create('/v2/check-groups', {
    name: 'Größe & Co',
    alertChannelSubscriptions: [{ alertChannelId: channels[0]?.['id'], activated: true }],
    environmentVariables: [
      { key: 'TOKEN', value: secret, secret: true },
      { key: 'HOST', value: '${env:HOST}' },
    ],
  })
  for (const type of checkTypeNames()) {
    const { example } = checkTypes[type]
    const script = 'dependencies' in example && { script: `import './lib/sign-in.js'\n${example.script}` }
    await create('/v1/checks', { ...example, ...script, checkType: type, name: `It's ${type}`, groupId: group['id'] })
  }
  await create('/v1/checks/api', {
    name: 'API of all',
    setupSnippetId: snippet['id'],
    request: {
      method: 'POST',
      url: 'https://a.example',
      headers: [
        { key: 'Authorization', value: secret },
        { key: 'X', value: secret, locked: true },
      ],
      basicAuth: { username: 'me', password: secret },
    },
    privateLocations: ['office'],
    triggerIncident: { serviceId: service['id'], severity: 'MAJOR', name: 'Down' },
    retryStrategy: null,
    alertChannelSubscriptions: [{ alertChannelId: channels[1]?.['id'], activated: true }],
  })
  const page = await create('/v1/status-pages', {
    name: 'Status',
    url: 'shop-status',
    cards: [{ name: 'All', services: [{ id: service['id'] }] }],
  })
  await createComponentPage(create)
  await create('/v1/dashboards', { header: 'Wall', customUrl: 'shop-wall', tags: ['shop'] })
  await create('/v1/maintenance-windows', {
    name: 'Night',
    startsAt: '2027-01-01T00:00:00.000Z',
    endsAt: '2027-01-01T02:00:00.000Z',
    tags: ['shop'],
    timezone: 'Europe/Berlin',
    statusPageVisibility: { enabled: true, statusPageIds: [page['id']], serviceIds: [service['id']] },
  })
})

/** A page of the third version, whose group is younger than what is in it. */
async function createComponentPage(create: (path: string, body: object) => Promise<Record<string, unknown>>) {
  const fields = { description: 'All of it', themeColors: { dark: { linkFontColor: '#FFF' } }, allowIndexing: false }
  const address = { url: 'shop-status-3', customDomain: 'shop-status.example' }
  const page = await create('/v3/status-pages', { name: 'Components', ...address, ...fields })
  const path = `/v3/status-pages/${String(page['id'])}`
  const add = async (name: string, body: object = {}) =>
    (await create(`${path}/components`, { name, displayOrder: 1, ...body }))['id']
  const last = await add('Last', { displayOrder: 9, hidden: true, configuration: { showHistoricalData: false } })
  const parentId = await add('Store', { type: 'GROUP', configuration: { expandedByDefault: true } })
  const orders = await add('Orders', { parentId, description: 'What people buy' })
  await create(`${path}/automation-rules`, {
    name: 'Outage',
    firstUpdate: 'We look.',
    lastUpdate: 'It works.',
    tags: ['shop'],
    coolDownWindowMinutes: 0,
    components: [last, orders].map((componentId) => ({ componentId, targetImpact: 'MAJOR_OUTAGE' })),
  })
}

it('writes pages of the third version with names in place of ids, and the name of everything first', async () => {
  const { files } = await exported(key)
  const textOf = (name: string) =>
    files
      .find(({ path }) => path === name)
      ?.text.split('\n')
      .slice(1)
      .join('\n')
  expect(textOf('status-page-components.yaml')).toBe(`statusPageComponents:
  store:
    name: Store
    displayOrder: 1
    type: GROUP
    configuration:
      expandedByDefault: true
    statusPage: components
  orders:
    name: Orders
    displayOrder: 1
    description: What people buy
    parent: store
    statusPage: components
  last:
    name: Last
    displayOrder: 9
    hidden: true
    configuration:
      showHistoricalData: false
    statusPage: components
`)
  expect(textOf('status-page-automation-rules.yaml')).toContain('component: orders')
  const resources = files.flatMap(({ path, text }) =>
    path.endsWith('.yaml') ? text.split(/^ {2}\S+:$/m).slice(1) : [],
  )
  const misplaced = resources.filter((text) => /^ {4}name:/m.test(text) && !/^\n {4}name:/.test(text))
  expect({ misplaced, isMany: resources.length > 30 }).toEqual({ misplaced: [], isMany: true })
})

it('writes no credential, names a variable for each, and names what the files lack', async () => {
  const { files, variables, notes } = await exported(key)
  expect(files.map(({ text }) => text).join('\n')).not.toContain(secret)
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(['project.yaml', 'checks.yaml', 'groups.yaml']))
  expect(variables.map(({ name, field }) => `${name} ${field}`)).toEqual(
    expect.arrayContaining(['GRO_E_CO_TOKEN groups.gro-e-co.environmentVariables[0].value']),
  )
  expect(notes).toEqual([
    expect.stringContaining('has to be verified again'),
    expect.stringContaining('another ping URL'),
  ])
})

/** Credentials with a form. */
const given = [
  ['URL', 'https://hook.example/x'],
  ['ENDPOINT', 'https://push.example/x'],
  ['LINUX_AUTH', 'b'.repeat(22)],
] as const

it.each(['yaml', 'json', 'ts'] as const)(
  'applied to an empty account as %s, gives the same resources',
  async (format) => {
    const { files: written, variables } = await exported(key, format)
    // Addresses of pages are unique over all accounts.
    const files = written.map(({ path, text }) => ({
      path,
      text: text.replaceAll(/shop-(?:status|wall)/g, `$&-${format}`),
    }))
    const directory = join(root, format)
    for (const { path, text } of files) {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), text)
    }
    const { key: empty } = await server.account()
    const noted: string[] = []
    const code = await applyOnce({
      client: as(empty),
      options: readApplyOptions([directory, '--yes']),
      environment: Object.fromEntries(
        variables.map(({ name }) => [name, given.find(([field]) => name.endsWith(field))?.[1] ?? secret]),
      ),
      terminal: { print: () => {}, note: (text) => void noted.push(text), confirm: null },
    })
    expect({ code, noted }).toEqual({ code: 0, noted: [] })
    const again = await exported(empty, format)
    expect(again.files).toEqual(files)
  },
)

/** By which channels without a name are recognized. */
const credentials = [
  ['OPSGENIE_APIKEY', 'key'],
  ['SLACK_URL', 'https://hooks.slack.com/services/b'],
  ['URL', 'https://hook.example/x'],
  ['ENDPOINT', 'https://push.example.net/wpush/v2/a'],
  ['LINUX_AUTH', 'b'.repeat(22)],
] as const

it('applied with --adopt to the account that they come from, takes over everything', async () => {
  const { files, variables } = await exported(key)
  const directory = join(root, 'same')
  for (const { path, text } of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  const printed: string[] = []
  await applyOnce({
    client: as(key),
    options: readApplyOptions([directory, '--adopt', '--plan', '--json']),
    environment: Object.fromEntries(
      variables.map(({ name }) => [name, credentials.find(([field]) => name.endsWith(field))?.[1] ?? secret]),
    ),
    terminal: { print: (text) => void printed.push(text), note: (text) => void printed.push(text), confirm: null },
  })
  const { diff } = JSON.parse(printed.join(''))
  expect(diff.filter(({ adopted }: { adopted?: boolean }) => adopted !== true)).toEqual([])
  expect(diff.length).toBeGreaterThan(30)
})
