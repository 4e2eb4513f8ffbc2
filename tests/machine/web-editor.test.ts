import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { useProcessWebScene } from '../support/process-web-scene.ts'

const scene = useProcessWebScene()
const target = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end('{"status":"ok"}')
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

async function choose(page: Page, type: string): Promise<void> {
  await page.goto(`${scene.server.url}/checks/new`)
  await page.getByRole('button', { name: new RegExp(`^${type}`) }).click()
  await page.getByLabel('Name', { exact: true }).waitFor()
}

const create = async (page: Page, name: string): Promise<string> => {
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

const saved = async (id: string) => (await scene.server.call('GET', `/v1/checks/${id}`)).body

it('an API check is tried before it is saved, takes assertions from the answer, and is created', async () => {
  const page = await scene.signedIn('/checks')
  await choose(page, 'API')
  await page.getByLabel('Name', { exact: true }).fill('Orders')
  await page.getByLabel('URL', { exact: true }).fill(url)
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByRole('button', { name: /Suggest assertions/ }).click()
  await page.getByLabel('Property').nth(3).waitFor()
  expect(await page.getByLabel('Property').nth(3).inputValue()).toBe('$.status')
  await page.getByRole('button', { name: /^Move assertion 4/ }).press('ArrowUp')
  expect(await page.getByLabel('Property').nth(2).inputValue()).toBe('$.status')
  await page.getByRole('button', { name: /^Move assertion 3/ }).press('ArrowDown')
  expect(await page.getByRole('button', { name: /^Move assertion 4/ }).evaluate((at) => at.matches(':focus'))).toBe(
    true,
  )
  await page.getByRole('button', { name: /^Move assertion 1/ }).dragTo(page.locator('.assertion').nth(2))
  expect(await page.getByLabel('Source').nth(2).inputValue()).toBe('STATUS_CODE')
  expect(await scene.violations(page)).toEqual([])
  const id = await create(page, 'Orders')
  expect(await saved(id)).toMatchObject({
    checkType: 'API',
    request: {
      url,
      assertions: expect.arrayContaining([expect.objectContaining({ source: 'STATUS_CODE', target: '200' })]),
    },
  })
})

it('a value of the answer is asserted by a click, and not any more by another', async () => {
  const page = await scene.signedIn('/checks', { permissions: ['clipboard-read', 'clipboard-write'] })
  await choose(page, 'API')
  await page.getByLabel('Name', { exact: true }).fill('Clicked')
  await page.getByLabel('URL', { exact: true }).fill(url)
  await page.keyboard.press('Control+Enter')
  const answer = page.getByRole('region', { name: 'Answer', exact: true })
  await answer.getByRole('button', { name: 'Assert JSON body $.status: "ok"' }).click()
  await answer.getByRole('button', { name: 'Assert Status code: 200' }).click()
  await answer.getByRole('tab', { name: /^Headers/ }).click()
  const type = answer.getByRole('button', { name: 'Assert Header content-type: application/json' })
  await type.click()
  expect(await type.getAttribute('aria-pressed')).toBe('true')
  expect(await page.getByLabel('Target').nth(2).inputValue()).toBe('application/json')
  await type.click()
  expect(await page.getByLabel('Source').count()).toBe(2)
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByRole('cell', { name: 'JSON body $.status' }).waitFor()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`curl '${url}' \\\n  -L`)
  expect(await saved(await create(page, 'Clicked'))).toMatchObject({
    request: {
      assertions: [
        { source: 'JSON_BODY', property: '$.status', comparison: 'EQUALS', target: 'ok' },
        { source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' },
      ],
    },
  })
})

it('sections are reached by their names and by keys, and mistakes are marked in them and in tabs', async () => {
  const page = await scene.signedIn('/checks')
  await choose(page, 'API')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: 'Limits, retries' }).click()
  const limits = page.getByRole('region', { name: 'Limits and retries' })
  expect(await limits.evaluate((at) => at.matches(':focus'))).toBe(true)
  await page.keyboard.press('2')
  expect(await page.getByRole('region', { name: 'Request' }).evaluate((at) => at.matches(':focus'))).toBe(true)
  await page.keyboard.press('a')
  await page.getByLabel('Source').waitFor()
  await page.getByRole('tab', { name: 'Headers' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Headers: Name').fill('x'.repeat(2000))
  await page.getByRole('tab', { name: 'Query' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await sections.getByLabel('Has mistakes').first().waitFor()
  await page
    .getByRole('tab', { name: /Headers/ })
    .getByLabel('Has mistakes')
    .waitFor()
  await page.getByLabel('Headers: Name').waitFor()
  expect(await scene.violations(page)).toEqual([])
})

it('what is in the form is shown as code, and whoever leaves with unsaved changes is asked', async () => {
  const { body } = await scene.server.call('POST', '/v1/checks/url', {
    name: 'Kept',
    request: { url },
    locations: ['eu-west-1'],
  })
  const { id } = body as { readonly id: string }
  const page = await scene.signedIn(`/checks/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Not saved')
  await page.getByText('1 unsaved change').waitFor()
  await page.getByRole('button', { name: 'Code', exact: true }).click()
  await page.getByRole('figure', { name: 'TypeScript construct' }).getByText("name: 'Not saved',").waitFor()
  expect(await scene.violations(page)).toEqual([])
  const leave = async (): Promise<void> => {
    await page.getByRole('navigation', { name: 'Pages' }).first().getByRole('link', { name: 'Alerts' }).click()
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor()
  }
  await leave()
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Stay' }).click()
  expect(new URL(page.url()).pathname).toBe(`/checks/${id}/edit`)
  await leave()
  await page.getByRole('button', { name: 'Leave, keep the draft' }).click()
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor()
  await page.goBack()
  await page.getByText('Your unsaved changes were restored.').waitFor()
  await leave()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor()
  await page.goto(`${scene.server.url}/checks/${id}/edit`)
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kept')
  expect(await saved(id)).toMatchObject({ name: 'Kept' })
})

it('a conflict says what the other tab changed, before anything is saved', async () => {
  const { body } = await scene.server.call('POST', '/v1/checks/url', {
    name: 'Two tabs',
    request: { url },
    locations: ['eu-west-1'],
  })
  const { id } = body as { readonly id: string }
  const page = await scene.signedIn(`/checks/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  const other = await page.context().newPage()
  await other.goto(`${scene.server.url}/checks/${id}/edit`)
  await other.getByLabel('Tags, separated by commas').fill('theirs')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await other.getByRole('heading', { name: 'Two tabs', exact: true }).waitFor()
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this check' })
  await conflict.getByText('["theirs"]').waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Load their version' }).click()
  await conflict.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Two tabs')
  expect(await page.getByLabel('Tags, separated by commas').inputValue()).toBe('theirs')
})

it('an assertion offers what its source takes, and shows its mistakes in its row', async () => {
  const page = await scene.signedIn('/checks')
  await choose(page, 'SSL')
  await page.getByLabel('Name', { exact: true }).fill('Certificate')
  await page.getByLabel('Host', { exact: true }).fill('shop.example')
  const row = page.locator('.assertion')
  const offered = (label: string): Promise<string[]> => row.getByLabel(label).locator('option').allTextContents()
  await page.getByRole('button', { name: 'Add assertion' }).click()
  await row.getByLabel('Source').selectOption('CERTIFICATE')
  expect(await offered('Property')).toContain('days until it expires')
  expect(await offered('Comparison')).toEqual(['equals', 'does not equal', 'is greater than', 'is less than'])
  await row.getByLabel('Property').selectOption('selfSigned')
  expect(await offered('Comparison')).toEqual(['equals'])
  expect(await offered('Target')).toEqual(['true', 'false'])
  await row.getByLabel('Property').selectOption('daysUntilExpiry')
  await row.getByLabel('Target').fill('soon')
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Create' }).click()

  await row
    .getByRole('alert')
    .getByText(/number/)
    .waitFor()
  await row.getByLabel('Source').selectOption('RESPONSE_TIME')
  expect(await row.getByLabel('Property').isDisabled()).toBe(true)
  await row.getByLabel('Comparison').selectOption('IS_EMPTY')
  expect(await row.getByLabel('Target').isDisabled()).toBe(true)
  await row.getByLabel('Comparison').selectOption('LESS_THAN')
  await row.getByLabel('Target').fill('500')
  expect(await saved(await create(page, 'Certificate'))).toMatchObject({
    request: { assertions: [{ source: 'RESPONSE_TIME', property: '', comparison: 'LESS_THAN', target: '500' }] },
  })
})

it('a mistake is shown at its field, and what is typed survives a reload', async () => {
  const page = await scene.signedIn('/checks')
  await choose(page, 'URL')
  await page.getByLabel('Name', { exact: true }).fill('Draft')
  await page.getByLabel('URL', { exact: true }).fill('nonsense')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  await page.reload()
  await page.getByText('Your unsaved changes were restored.').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Draft')
  await page.getByRole('button', { name: 'Discard them' }).click()
  await page.getByText('What should be checked?').waitFor()
  expect(await scene.violations(page)).toEqual([])
})

it('editing shows what saving changes, and says when somebody else was faster', async () => {
  const page = await scene.signedIn('/checks')
  const made = await scene.server.call('POST', '/v1/checks/url', {
    name: 'Shared',
    request: { url },
    locations: ['eu-west-1'],
  })
  const { id } = made.body as { readonly id: string }
  await page.goto(`${scene.server.url}/checks/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await page.getByText('What saving changes').waitFor()
  await page.getByRole('complementary').getByText('Mine').waitFor()
  await scene.server.call('PUT', `/v1/checks/url/${id}`, { tags: ['theirs'] })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/Somebody else has changed this check/).waitFor()
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await page.getByRole('heading', { name: 'Mine', exact: true }).waitFor()
  expect(await saved(id)).toMatchObject({ name: 'Mine', tags: ['theirs'] })
})

const forms: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ['TCP', 'TCP', { Host: 'db.example.com' }],
  ['DNS', 'DNS', { 'Name to resolve': 'example.com' }],
  ['ICMP', 'ICMP', { Host: 'router.example.com' }],
  ['SSL', 'SSL', { Host: 'shop.example.com' }],
  ['gRPC', 'GRPC', { Host: 'grpc.example.com' }],
  ['Traceroute', 'TRACEROUTE', { Host: 'shop.example.com' }],
  ['Heartbeat', 'HEARTBEAT', {}],
  ['Browser', 'BROWSER', {}],
  ['Multi-step', 'MULTI_STEP', {}],
  ['Playwright suite', 'PLAYWRIGHT', { 'Code bundle': 'bundles/shop-42.tgz' }],
  ['Agentic', 'AGENTIC', { 'What to do, in words': 'Open https://shop.example.com and see the total.' }],
]

it('a check of every other type is created and changed by its form', async () => {
  const page = await scene.signedIn('/checks')
  for (const [label, checkType, fields] of forms) {
    await choose(page, label)
    await page.getByLabel('Name', { exact: true }).fill(label)
    for (const [field, value] of Object.entries(fields)) await page.getByLabel(field, { exact: true }).fill(value)
    const id = await create(page, label)
    expect(await saved(id)).toMatchObject({ checkType, name: label })
    await page.goto(`${scene.server.url}/checks/${id}/edit`)
    await page.getByLabel('Tags, separated by commas').fill('edited, twice')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: label, exact: true }).waitFor()
    expect(await saved(id)).toMatchObject({ tags: ['edited', 'twice'] })
  }
})

it('scripts are written in an editor with colours, which the keyboard can leave, and are saved as they are written', async () => {
  const page = await scene.signedIn('/checks')
  await choose(page, 'Browser')
  await page.getByLabel('Name', { exact: true }).fill('By keyboard')
  await page.locator('.cm-content .code-key').first().waitFor()
  const script = page.getByLabel('Script', { exact: true })
  await script.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type("test('opens', async () => {\n// <img src=x onerror=alert(1)>")
  expect(await page.locator('.cm-content .code-com').textContent()).toBe('// <img src=x onerror=alert(1)>')
  await page.keyboard.press('Tab')
  expect(await page.locator('.cm-content:focus').count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await page.locator('.cm-content:focus').count()).toBe(0)
  expect(await scene.violations(page)).toEqual([])
  const { script: written } = (await saved(await create(page, 'By keyboard'))) as { readonly script: string }
  expect(written).toContain("test('opens', async () => {\n")
  expect(written).toContain('// <img src=x onerror=alert(1)>')
})

it('an API check has scripts around its request, snippets and credentials, and JSON that is wrong says so', async () => {
  await scene.server.call('POST', '/v1/snippets', { name: 'sign-in', script: 'request.headers.a = "b"' })
  const page = await scene.signedIn('/checks')
  await choose(page, 'API')
  await page.locator('summary', { hasText: 'As JSON' }).click()
  await page.getByLabel('As JSON').fill('{"name": ')
  await page.getByRole('alert').getByText('This is no JSON object.').waitFor()
  const body = { name: 'Around', locations: ['eu-west-1'], request: { method: 'GET', url } }
  await page.getByLabel('As JSON').fill(JSON.stringify(body))
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await page.getByLabel('Snippet before the request').selectOption('sign-in')
  await page.getByLabel('Script after the response').fill('console.log(response.status)')
  await page.getByRole('tab', { name: 'Authentication' }).click()
  await page.getByLabel('User name').fill('robot')
  await page.getByLabel('Password').fill('{{SHOP_PASSWORD}}')
  expect(await page.getByLabel('As JSON').textContent()).toContain('console.log(response.status)')
  expect(await scene.violations(page)).toEqual([])
  expect(await saved(await create(page, 'Around'))).toMatchObject({
    setupSnippetId: expect.any(Number),
    localTearDownScript: 'console.log(response.status)',
    request: { url, basicAuth: { username: 'robot', password: '{{SHOP_PASSWORD}}' } },
  })
})

it('a curl command that is pasted fills a request, and one that is wrong says why', async () => {
  const page = await scene.signedIn('/checks/new')
  const command = `curl '${url}orders?page=2' -u robot:geheim -H 'content-type: application/json' --data-raw '{"a":1}' -kL`
  await page.getByRole('button', { name: 'Paste curl' }).click()
  await page.getByLabel('Command', { exact: true }).fill(`${command} -F a=b`)
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByRole('alert').getByText('A check cannot send --form').waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.getByLabel('Command', { exact: true }).fill(command)
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByLabel('Name', { exact: true }).waitFor()
  const { host } = new URL(url)
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(`POST ${host}/orders`)
  expect(await saved(await create(page, `POST ${host}/orders`))).toMatchObject({
    checkType: 'API',
    request: {
      method: 'POST',
      url: `${url}orders`,
      bodyType: 'JSON',
      body: '{"a":1}',
      queryParameters: [{ key: 'page', value: '2' }],
      basicAuth: { username: 'robot', password: 'geheim' },
      followRedirects: true,
      skipSSL: true,
    },
  })
})

it('the first run takes a curl command that is pasted for a URL', async () => {
  const page = await scene.signedIn('/welcome', { permissions: ['clipboard-read', 'clipboard-write'] })
  const field = page.getByRole('textbox').first()
  const paste = async (text: string): Promise<void> => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await field.focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Control+V')
  }
  await paste(`curl --nonsense ${url}`)
  await page.getByRole('alert').getByText('--nonsense is no known option of curl').waitFor()
  await paste(`curl '${url}' \\\n  -X PUT -H 'x-team: shop' \\\n  -d a=1`)
  await page.getByText('From curl: PUT with one header and a body').waitFor()
  expect(await field.inputValue()).toBe(url)
  await page.keyboard.press('Enter')
  await page.getByText('API check: fails on status 400').waitFor()
})

it('mistakes are said beside their fields in the language of the page', async () => {
  const page = await scene.signedIn('/checks/new', { locale: 'de-DE' })
  await page.getByRole('button', { name: /^API/ }).click()
  await page.getByLabel('URL', { exact: true }).fill('shop')
  await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click()
  await page.getByRole('button', { name: 'Anlegen' }).click()
  const beside = (label: string) =>
    page.locator('.field', { has: page.getByLabel(label, { exact: true }) }).getByRole('alert')
  await beside('Name').getByText('darf nicht leer sein').waitFor()
  await beside('URL').getByText('muss eine URL mit http oder https sein').waitFor()
  await page.getByText('request.headers[0].key darf nicht leer sein').waitFor()
  await page.getByRole('tabpanel').getByRole('alert').getByText('darf nicht leer sein').waitFor()
  expect(await scene.violations(page)).toEqual([])
})
