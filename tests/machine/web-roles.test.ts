import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allows } from '#contract'
import type { Access, Role } from '#contract'
import { eventually } from '../support/server-process.ts'
import { walkControls } from '../support/walk-controls.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'
import { useProcessWebScene } from '../support/process-web-scene.ts'
import { addressesOf, findThings } from '../support/web-screens.ts'

const scene = useProcessWebScene()
const sourceOf = (file: string): string => readFileSync(new URL(`../../src/web/${file}`, import.meta.url), 'utf8')
/** The operations that screens use: their compiler checks that access, method and path are those of the contract. */
const used = [...sourceOf('api/operations.ts').matchAll(/^ {2}(\w+): '(\w+) ([A-Z]+) (\S+)',$/gm)].map(
  ([, id = '', access = '', method = '', path = '']) => ({ id, access: access as Access, method, path }),
)
let target: WebReceiver
/** Every screen, with something to show. */
let everyScreen: readonly string[] = []
let check: string

async function create(path: string, body: object): Promise<string> {
  const made = await scene.server.call('POST', path, body)
  if (made.status !== 201) throw new Error(`Creating one failed: ${JSON.stringify(made.body)}`)
  return String((made.body as { readonly id: string | number }).id)
}

/** One thing of each kind, and a check that fails. */
beforeAll(async () => {
  target = await startWebReceiver((response) => response.writeHead(503).end('down'))
  await create('/v1/alert-channels', {
    type: 'WEBHOOK',
    config: { name: 'Hook', url: target.url, method: 'POST' },
  })
  const group = await create('/v2/check-groups', { name: 'Shop', locations: ['eu-west-1'] })
  await create('/v1/private-locations', { name: 'Office', slugName: 'office' })
  await create('/v1/variables', { key: 'TOKEN', value: 'x' }).catch(() => '')
  await create('/v1/snippets', { name: 'sign-in', script: '1' })
  const body = {
    name: 'Cart',
    locations: ['eu-west-1'],
    retryStrategy: null,
    groupId: Number(group),
    frequency: 0,
    frequencyOffset: 10,
  }
  check = await create('/v1/checks/url', { ...body, request: { url: target.url } })
  await eventually('the check to have failed', async () => {
    const { body: found } = await scene.server.call('GET', `/v2/check-results/${check}?limit=1`)
    return (found as { readonly entries: readonly unknown[] }).entries.length > 0
  })
  const things = await findThings((method, path) => scene.server.call(method, path))
  everyScreen = addressesOf(things).map(([, address]) => address)
}, 360_000)
afterAll(() => target[Symbol.asyncDispose]())

const roles: readonly Role[] = ['READ_ONLY', 'READ_RUN', 'READ_WRITE']

it.each(roles)('whoever has the role %s sees no control that would be refused', async (role) => {
  const page = await scene.member(role)
  const { refused, controls } = await walkControls(page, role, everyScreen)
  expect(refused).toEqual([])
  expect(controls).toBeGreaterThan(15)
})

it('the walk finds a control that would be refused', async () => {
  const page = await scene.member('READ_RUN')
  const { refused } = await walkControls(page, 'READ_ONLY', [`/checks/${check}`])
  expect(refused).toContainEqual(expect.stringMatching(/Run nowR?: POST \/v2\/check-sessions\/trigger$/))
})

it.each(roles)('whoever has the role %s and forges a call that a screen makes gets a 403', async (role) => {
  const page = await scene.member(role)
  const above = used.filter(({ access }) => !allows(role, access))
  const answers = await page.evaluate(
    (calls) =>
      Promise.all(
        calls.map(async ({ id, method, path }) => {
          const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
          const answer = await fetch(path, {
            method,
            ...(hasBody && { headers: { 'content-type': 'application/json' }, body: '{}' }),
          })
          return `${id}: ${answer.status} ${JSON.stringify(await answer.json())}`
        }),
      ),
    above.map((one) => ({ ...one, path: one.path.replaceAll(/\{\w+\}/g, '1') })),
  )
  expect(answers.length).toBeGreaterThan(5)
  const others = answers.filter((answer) => !/^\w+: 403 .*"code":"ROLE_TOO_LOW"/.test(answer))
  expect(others).toEqual([])
})

it('the key for a new check does nothing for whoever may make none', async () => {
  const page = await scene.member('READ_ONLY', '/checks')
  await page.getByRole('heading', { name: 'Checks', level: 1 }).waitFor()
  await page.keyboard.press('c')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  expect(new URL(page.url()).pathname).toBe('/checks')
  expect(await page.getByRole('dialog').getByText('New check').count()).toBe(0)
})
