import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { secondMs } from '#kernel'
import { useServers } from '../../../tests/support/test-server.ts'

const root = mkdtempSync(join(tmpdir(), 'belfry-resources-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const write = (name: string, text: string): void => writeFileSync(join(root, name), text)
const shop = (changes: { readonly name?: string; readonly variable?: string; readonly id?: number } = {}): string => {
  const { name = 'Home', variable = 'HOST', id } = changes
  return `project: { logicalId: shop, name: Shop }
checks:
  home:
    checkType: URL
    name: ${name}
    locations: [eu-west-1]
    ${id === undefined ? '' : `alertChannels: [{ id: ${id} }]`}
    request: { method: GET, url: 'https://\${env:${variable}}/' }
`
}
write('shop.yaml', shop())

const environment = { BELFRY_APPLY_DIR: root, BELFRY_VALUE_HOST: 'shop.example' }
const { one, two } = useServers(['one', 'two'], { environment: () => environment })

/** Starts one service again, as a container is started after its files changed. Returns what it logged. */
async function restart(): Promise<string> {
  await one.stop()
  one.lines.length = 0
  await one.start()
  await one.advance(4 * secondMs)
  return one.lines.join('\n')
}

const deployments = async (): Promise<number> => (await one.db.rows('select id from deployments')).length
const checks = async () => (await one.call('GET', '/v1/checks')).body
const finding = async () => {
  const { findings } = Object(await (await fetch(`${one.url}/health`)).json())
  return Object(findings).find(({ name }: { readonly name: string }) => name === 'resourceFiles')
}

it('the directory is applied at the start, and again only when it has changed', async () => {
  await one.advance(4 * secondMs)
  expect(await checks()).toMatchObject([{ name: 'Home', request: { url: 'https://shop.example/' } }])
  expect(await finding()).toMatchObject({ ok: true, message: 'The resource files are applied.' })
  const made = await deployments()

  expect(await restart()).toContain('The resource files are applied already: nothing changed')
  expect(await deployments()).toBe(made)

  write('shop.yaml', shop({ name: 'Start page' }))
  expect(await restart()).toContain('The resource files were applied')
  expect([await deployments(), await checks()]).toMatchObject([made + 1, [{ name: 'Start page' }]])
})

it.each([
  [
    'reads a setting of the service',
    { variable: 'DATABASE_URL' },
    'needs the environment variable BELFRY_VALUE_DATABASE_URL',
  ],
  ['has a channel that does not exist', { id: 4711 }, 'was rejected:'],
])('a file that %s is logged with its line and degrades the health', async (_what, changes, message) => {
  write('shop.yaml', shop(changes))
  const made = await deployments()
  const log = await restart()
  expect(log).toMatch(/shop\.yaml:\d+:\d+ {2}checks\.home/)
  expect(log).toContain(message)
  expect(await finding()).toMatchObject({ ok: true, degraded: true, message: expect.stringContaining('mistakes: 1') })
  const { body } = await one.call('GET', '/v1/service-health')
  expect(JSON.stringify(body)).toContain(message)
  expect([await deployments(), await checks()]).toMatchObject([made, [{ name: 'Start page' }]])
})

it('TypeScript is a mistake, as nothing is run', async () => {
  write('shop.yaml', shop())
  write('more.ts', 'export default { checks: {} }\n')
  expect(await restart()).toContain(
    'more.ts  TypeScript is not run here. Write YAML or JSON, or apply the directory by',
  )
  rmSync(join(root, 'more.ts'))
})

it('servers that start at once apply the directory once, or a second time without a change', async () => {
  write('shop.yaml', shop({ name: 'Entrance' }))
  const made = await deployments()
  await Promise.all([one.stop(), two.stop()])
  await Promise.all([one.start(), two.start()])
  await one.advance(4 * secondMs)
  await one.advance(4 * secondMs)
  expect(await checks()).toMatchObject([{ name: 'Entrance' }])
  expect([made + 1, made + 2]).toContain(await deployments())
  for (const { url } of [one, two])
    expect(await (await fetch(`${url}/health`)).text()).toContain('The resource files are applied.')
})
