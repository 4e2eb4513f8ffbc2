import { fireEvent, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { checkTypeNames, checkTypes } from '#contract'
import type { CheckType } from '#contract'
import type { Answer } from '../../api/operations.ts'
import { FakeApi, renderScreen, sampleItem, storeCheck } from '../../testing/index.ts'
import { checkForms } from '../../forms/check-forms.ts'
import { valueAt } from '../../ui/form/body.ts'

/** Of each type what has to be filled in besides a name: by the labels of fields, and where that is in what is sent. */
const filled: Readonly<Record<CheckType, Readonly<Record<string, readonly [path: string, text: string]>>>> = {
  URL: { URL: ['request.url', 'https://shop.example/'] },
  API: { URL: ['request.url', 'https://shop.example/orders'] },
  TCP: { Host: ['request.hostname', 'db.example.com'] },
  DNS: { 'Name to resolve': ['request.query', 'example.com'] },
  ICMP: { Host: ['request.hostname', 'router.example.com'] },
  SSL: { Host: ['request.sslConfig.hostname', 'shop.example.com'] },
  GRPC: { Host: ['request.url', 'grpc.example.com'] },
  TRACEROUTE: { Host: ['request.url', 'shop.example.com'] },
  HEARTBEAT: {},
  BROWSER: {},
  MULTI_STEP: {},
  PLAYWRIGHT: { 'Code bundle': ['codeBundlePath', 'bundles/shop-42.tgz'] },
  AGENTIC: { Prompt: ['prompt', 'Open https://shop.example.com and see the total.'] },
}
const labels: Readonly<Record<string, RegExp>> = { MULTI_STEP: /^Multi-step/, PLAYWRIGHT: /^Playwright suite/ }
const types = checkTypeNames()

describe('the form of each type', () => {
  it.each(types)('%s creates a check that the service takes', async (type) => {
    const api = new FakeApi()
    const { page, user } = await renderScreen('/checks/new', { api })
    await user.click(page.getByRole('button', { name: labels[type] ?? new RegExp(`^${type}`, 'i') }))
    const write = async (label: string, text: string): Promise<void> => {
      await user.clear(page.getByLabelText(label))
      await user.paste(text)
    }
    await write('Name', `My ${type}`)
    for (const [label, [, text]] of Object.entries(filled[type])) await write(label, text)
    await user.click(page.getByRole('button', { name: 'Create' }))
    const [sent] = api.sentOf('createCheckGeneric')
    const { start } = checkForms[type]
    expect(sent?.body).toMatchObject({ checkType: type, name: `My ${type}` })
    for (const [path, text] of Object.values(filled[type])) expect(valueAt({ ...sent?.body }, path)).toBe(text)
    expect(Object.keys({ ...sent?.body }).toSorted()).toEqual(['checkType', 'name', ...Object.keys(start)].toSorted())
  })
})

it('all addresses of a name are tried unless the box is cleared', async () => {
  const api = new FakeApi()
  const request = { hostname: 'db.example.com', port: 5432, data: null, ipFamily: 'IPv4', assertions: [] }
  const { id } = storeCheck(api, { checkType: 'TCP', name: 'Database', request })
  const { page, user } = await renderScreen(`/checks/${id}/edit`, { api })
  const box = page.getByLabelText<HTMLInputElement>('Try all resolved addresses')
  expect(box.checked).toBe(true)
  await user.click(box)
  await user.click(page.getByRole('button', { name: 'Save' }))
  const sent = api.sentOf('updateCheckGeneric').map(({ body }) => body)
  expect(sent).toEqual([{ request: { ...request, tryAllAddresses: false } }])
})

it('the purpose of a check and its golden files are edited in rows of texts', async () => {
  const api = new FakeApi()
  const intent = { goal: 'Buying works.', requiredOutcomes: ['A total, with tax'], mustPreserve: [] }
  const { id } = storeCheck(api, { checkType: 'BROWSER', script: '', snapshots: [], intent })
  const { page, user } = await renderScreen(`/checks/${id}/edit`, { api })
  const rowsOf = (name: string) => within(page.getByRole('group', { name }))
  const add = (name: string) => user.click(rowsOf(name).getByRole('button', { name: 'Add' }))
  const write = (name: string, text: string) => user.type(page.getAllByLabelText(name).at(-1) ?? document.body, text)
  await add('Required outcomes')
  await write('Required outcomes', 'A mail, too')
  await add('Golden files')
  await write('Golden files: Key of the golden file', 'k1')
  await write('Golden files: Path', 'home.png')
  await user.click(page.getByRole('button', { name: 'Save' }))
  const requiredOutcomes = ['A total, with tax', 'A mail, too']
  const sent = { intent: { ...intent, requiredOutcomes }, snapshots: [{ key: 'k1', path: 'home.png' }] }
  expect(api.sentOf('updateCheckGeneric').map(({ body }) => body)).toEqual([sent])
})

it('limits of metrics of a heartbeat are rows of names, units and numbers', async () => {
  const api = new FakeApi()
  const rows = { name: 'rows', degradedBelow: 1000, failedBelow: 1 }
  const timing = { period: 1, periodUnit: 'days', grace: 5, graceUnit: 'minutes' } as const
  const heartbeat = { ...timing, metricLimits: [rows] }
  const { id } = storeCheck(api, { checkType: 'HEARTBEAT', name: 'Import', heartbeat })
  const { page, user, violations } = await renderScreen(`/checks/${id}/edit`, { api })
  const fieldset = within(page.getByRole('group', { name: 'Limits of metrics' }))
  const stored = within(fieldset.getByRole('group', { name: 'rows' }))
  expect(stored.getByLabelText<HTMLInputElement>('Degraded below').value).toBe('1000')
  await user.clear(stored.getByLabelText('Degraded below'))
  await user.click(fieldset.getByRole('button', { name: 'Add' }))
  await user.type(within(fieldset.getByRole('group', { name: 'New metric' })).getByLabelText('Metric'), 'size')
  const added = within(fieldset.getByRole('group', { name: 'size' }))
  await user.type(added.getByLabelText('Unit'), 'MB')
  await user.type(added.getByLabelText('Failing above'), '2.5')
  expect(await violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Save' }))
  const metricLimits = [
    { ...rows, degradedBelow: null },
    { name: 'size', unit: 'MB', failedAbove: 2.5 },
  ]
  expect(api.sentOf('updateCheckGeneric').map(({ body }) => body)).toEqual([
    { heartbeat: { ...heartbeat, metricLimits } },
  ])
})

it('a new check notifies all channels, until one is cleared', async () => {
  const api = new FakeApi()
  api.answer(
    'listAlertChannels',
    [1, 2].map((id) =>
      sampleItem('listAlertChannels', { id, type: 'EMAIL', config: { address: `${id}@shop.example` } }),
    ),
  )
  const { page, user } = await renderScreen('/checks/new?type=TCP', { api })
  const boxes = [1, 2].map((id) => page.getByLabelText<HTMLInputElement>(`Email: ${id}@shop.example`))
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true])
  await user.click(boxes[1] ?? document.body)
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false])
  await user.type(page.getByLabelText('Name'), 'Database')
  await user.type(page.getByLabelText('Host'), 'db.shop.example')
  await user.click(page.getByRole('button', { name: 'Create' }))
  const alertChannelSubscriptions = [true, false].map((activated, at) => ({ alertChannelId: at + 1, activated }))
  expect(api.sentOf('createCheckGeneric')).toMatchObject([{ body: { alertChannelSubscriptions } }])
})

it('of a check that is there, what was changed alone is sent', async () => {
  const api = new FakeApi()
  const request = { ...checkTypes.API.examples[0].request }
  const { id, now } = storeCheck(api, { checkType: 'API', name: 'Kept', request })
  const { page, user } = await renderScreen(`/checks/${id}/edit`, { api })
  const before = now()
  await user.click(page.getByLabelText('Tags, separated by commas'))
  await user.paste('edited, twice')
  await user.click(page.getByRole('button', { name: 'Save' }))
  expect(api.sentOf('updateCheckGeneric')).toMatchObject([{ params: { id } }])
  expect(api.sentOf('updateCheckGeneric').map(({ body }) => body)).toEqual([{ tags: ['edited', 'twice'] }])
  expect(now()).toEqual({ ...before, tags: ['edited', 'twice'], updated_at: now().updated_at })
})

it('an API check has scripts around its request, snippets and credentials, and JSON that is wrong says so', async () => {
  const api = new FakeApi()
  api.answer('listSnippets', [sampleItem('listSnippets', { id: 12, name: 'sign-in' })])
  const { page, user, fill, settled, violations } = await renderScreen('/checks/new', { api })
  const url = 'https://shop.example/'
  await user.click(page.getByRole('button', { name: /^API/ }))
  // Focus would load the editor with colours, which needs a browser.
  const write = async (label: string, text: string): Promise<void> => {
    fireEvent.change(page.getByLabelText(label), { target: { value: text } })
    await settled()
  }
  await user.click(page.getByText('JSON', { selector: 'summary b' }))
  await write('JSON', '{"name": ')
  page.getByText('Invalid JSON object')
  const body = { name: 'Around', locations: ['eu-west-1'], request: { method: 'GET', url } }
  await write('JSON', JSON.stringify(body))
  expect(page.queryByRole('alert')).toBe(null)
  expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('Around')
  await user.selectOptions(page.getByLabelText('Setup snippet'), 'sign-in')
  await write('Teardown script', 'console.log(response.status)')
  await user.click(page.getByRole('tab', { name: 'Authentication' }))
  await fill(page.getByLabelText('Username'), 'robot')
  await fill(page.getByLabelText('Password'), '{{SHOP_PASSWORD}}')
  expect(page.getByLabelText<HTMLTextAreaElement>('JSON').value).toContain('console.log(response.status)')
  expect(await violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Create' }))
  expect(api.sentOf('createCheckGeneric')).toMatchObject([
    {
      body: {
        name: 'Around',
        setupSnippetId: 12,
        localTearDownScript: 'console.log(response.status)',
        request: { url, basicAuth: { username: 'robot', password: '{{SHOP_PASSWORD}}' } },
      },
    },
  ])
})

it('what is on where a check says nothing is shown so, and sent once it is turned off', async () => {
  const api = new FakeApi()
  const { id } = storeCheck(api, { checkType: 'URL', name: 'Kept', request: { url: 'https://shop.example/' } })
  const { page, user } = await renderScreen(`/checks/${id}/edit`, { api })
  const cookies = page.getByLabelText<HTMLInputElement>('Keep cookies within a run')
  expect(cookies.checked).toBe(true)
  await user.click(cookies)
  await user.click(page.getByRole('button', { name: 'Save' }))
  expect(api.sentOf('updateCheckGeneric')).toMatchObject([{ body: { request: { keepCookies: false } } }])
})

describe('a schema of the response', () => {
  const editOrders = async () => {
    const api = new FakeApi()
    const request = {
      method: 'GET',
      url: 'https://shop.example/orders',
      responseSchema: { schema: { required: ['id'] } },
    }
    const { id } = storeCheck(api, { checkType: 'API', name: 'Orders', request })
    const { page, user } = await renderScreen(`/checks/${id}/edit`, { api })
    const save = async (): Promise<unknown> => {
      await user.click(page.getByRole('button', { name: 'Save' }))
      return valueAt({ ...api.sentOf('updateCheckGeneric')[0]?.body }, 'request.responseSchema')
    }
    return { section: within(page.getByRole('region', { name: 'Assertions' })), user, save }
  }

  it('is written as JSON beside the assertions', async () => {
    const { section, save } = await editOrders()
    fireEvent.change(section.getByLabelText('JSON Schema'), { target: { value: '{"required": ["id", "price"]}' } })
    expect(await save()).toEqual({ schema: { required: ['id', 'price'] } })
  })

  it('is removed with its box', async () => {
    const { section, user, save } = await editOrders()
    await user.click(section.getByLabelText('Compare the body with a schema'))
    expect(await save()).toBe(null)
  })
})

it('retries keep what was set when their kind changes, and show their waits', async () => {
  const api = new FakeApi()
  const retryStrategy = {
    type: 'FIXED',
    baseBackoffSeconds: 2,
    maxRetries: 4,
    maxDurationSeconds: 600,
    sameRegion: true,
  } as const
  const { id } = storeCheck(api, { checkType: 'DNS', retryStrategy, request: { query: 'shop.example' } })
  const { page, user, fill } = await renderScreen(`/checks/${id}/edit`, { api })
  page.getByText('Waits before the retries: 2 s, 2 s, 2 s, 2 s.')
  await user.selectOptions(page.getByLabelText('Retry strategy'), 'EXPONENTIAL')
  page.getByText('Waits before the retries: 2 s, 4 s, 8 s, 16 s.')
  await fill(page.getByLabelText('Max duration, seconds'), '20')
  page.getByText(/: 2 s, 4 s, 8 s\. Later ones do not fit/)
  await user.click(page.getByLabelText('Retry network errors only'))
  await user.selectOptions(page.getByLabelText('Record type'), 'HTTPS')
  await user.click(page.getByRole('button', { name: 'Save' }))
  expect(api.sentOf('updateCheckGeneric')).toMatchObject([
    {
      body: {
        retryStrategy: { ...retryStrategy, type: 'EXPONENTIAL', maxDurationSeconds: 20, onlyOn: ['NETWORK_ERROR'] },
        request: { recordType: 'HTTPS' },
      },
    },
  ])
})

it('a field shows only beside the value that it belongs to', async () => {
  const { page, user } = await renderScreen('/checks/new', { api: new FakeApi() })
  await user.click(page.getByRole('button', { name: /^gRPC/ }))
  page.getByLabelText('Service')
  expect(page.queryByLabelText('Message as JSON')).toBe(null)
  await user.selectOptions(page.getByLabelText('Mode'), 'BEHAVIOR')
  page.getByLabelText('Message as JSON')
  expect(page.queryByLabelText('Service')).toBe(null)
})

it('a heartbeat has a schedule of pings, and nothing that is requested', async () => {
  const { page, user } = await renderScreen('/checks/new', { api: new FakeApi() })
  await user.click(page.getByRole('button', { name: /^Heartbeat/ }))
  within(page.getByRole('region', { name: 'Schedule' })).getByLabelText('Grace period')
  page.getByLabelText('Expect pings')
  expect(page.queryByRole('region', { name: 'Request' })).toBe(null)
})

it('environment variables and the incident of a check have fields', async () => {
  const api = new FakeApi()
  const { page, user, fill, violations } = await renderScreen('/checks/new', { api })
  await user.click(page.getByRole('button', { name: /^URL/ }))
  await fill(page.getByLabelText('Name'), 'Shop')
  await fill(page.getByLabelText('URL'), 'https://shop.example/')
  const variables = within(page.getByRole('group', { name: 'Environment variables', hidden: true }))
  await user.click(variables.getByText('Add'))
  await fill(variables.getByLabelText('Environment variables: Name'), 'TOKEN')
  await fill(variables.getByLabelText('Environment variables: Value'), 'x1')
  await user.selectOptions(variables.getByLabelText('Environment variables: Visibility'), 'Secret')
  expect(page.queryByLabelText('Incident name')).toBe(null)
  await user.click(page.getByLabelText('Open an incident when it alerts'))
  await fill(page.getByLabelText('Status page service ID'), 'service')
  await fill(page.getByLabelText('Incident name'), 'Shop is down')
  await user.selectOptions(page.getByLabelText('Severity'), 'Critical')
  expect(await violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Create' }))
  expect(api.sentOf('createCheckGeneric')).toMatchObject([
    {
      body: {
        environmentVariables: [{ key: 'TOKEN', value: 'x1', locked: false, secret: true }],
        triggerIncident: { serviceId: 'service', severity: 'CRITICAL', name: 'Shop is down' },
      },
    },
  ])
})

describe('when a job is due', () => {
  const preview: Answer<'previewHeartbeatSchedule'> = {
    cron: '30 2 * * *',
    periodSeconds: 86_400,
    occurrences: [
      { at: '2027-03-28T01:00:00.000Z', localAt: '2027-03-28T03:00:00+02:00', clockChange: 'BEFORE', isShifted: true },
    ],
  }
  const heartbeat = {
    period: 1,
    periodUnit: 'days',
    grace: 30,
    graceUnit: 'minutes',
    pingToken: '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77',
  } as const

  it('is a schedule with its words and next times, instead of a period', async () => {
    const api = new FakeApi().answer('previewHeartbeatSchedule', preview)
    const { id } = storeCheck(api, { checkType: 'HEARTBEAT', name: 'Backup', heartbeat })
    const { page, user, turn, violations } = await renderScreen(`/checks/${id}/edit`, { api })
    page.getByLabelText('Expected every')
    await user.click(page.getByRole('button', { name: 'By schedule' }))
    expect(page.queryByLabelText('Expected every')).toBeNull()
    await user.clear(page.getByLabelText('Expression'))
    await user.type(page.getByLabelText('Expression'), '30 2 * * *')
    await turn(500)
    await page.findByText('At 02:30, Europe/Berlin')
    page.getByText(/Sun.* 28 Mar.*2027.*03:00/)
    page.getByText('Clocks have changed: UTC+02:00. Clocks skip its usual time')
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateCheckGeneric').map(({ body }) => body)).toEqual([
      { heartbeat: { ...heartbeat, schedule: { expression: '30 2 * * *', timezone: 'Europe/Berlin' } } },
    ])
  })

  it('is a period again, and a mistake in a schedule is told at its field', async () => {
    const api = new FakeApi().fail('previewHeartbeatSchedule', 'HEARTBEAT_SCHEDULE_INVALID', {
      values: { problem: 'expression: "61" must be a minute from 0 to 59' },
    })
    const schedule = { expression: '61 2 * * *', timezone: null }
    const { id } = storeCheck(api, { checkType: 'HEARTBEAT', name: 'Backup', heartbeat: { ...heartbeat, schedule } })
    const { page, user, turn } = await renderScreen(`/checks/${id}/edit`, { api })
    await turn(500)
    await page.findByText(/"61" must be a minute from 0 to 59/)
    await user.click(page.getByRole('button', { name: 'Every period' }))
    page.getByLabelText('Expected every')
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateCheckGeneric').map(({ body }) => body)).toEqual([{ heartbeat }])
  })
})
