import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { componentPage, hostedProject } from '../support/hosted-project.ts'
import { runHostedTool, writeFiles, writeProject } from '../support/hosted-tool.ts'
import type { HostedTool } from '../support/hosted-tool.ts'
import { useServer } from '../support/test-server.ts'

const server = useServer({ environment: () => ({ BELFRY_SERVICE_NAME: 'checkly' }) })
const top = mkdtempSync(join(tmpdir(), 'belfry-deploys-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

it('each version of the tool deploys one construct of each kind, the second without a change, and destroys them', async () => {
  const { call, key, accountId } = await server.account()
  const run = (tool: HostedTool, ...argv: string[]) =>
    runHostedTool(tool, { directory: join(top, tool), argv, server: { url: server.url, key, accountId } })
  const checks = async () => Object((await call('GET', '/v1/checks?limit=100')).body)
  for (const tool of ['checkly-8', 'checkly-9'] as const) writeProject(join(top, tool), tool, hostedProject('shop'))

  const first = await run('checkly-8', 'deploy', '--force', '--output')
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Successfully deployed project "Shop"') })
  expect(first.output).toContain('Ping URL of heartbeat check Beat is ')
  const made = await checks()
  expect(made).toHaveLength(11)

  const second = await run('checkly-9', 'deploy', '--force', '--output')
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining('Update and Unchanged:') })
  expect(second.output).not.toContain('Create:')
  expect(await checks()).toEqual(made)

  writeFiles(join(top, 'checkly-9'), componentPage('shop-components'))
  const third = await run('checkly-9', 'deploy', '--force', '--output')
  expect(third).toMatchObject({ code: 0, output: expect.stringContaining('StatusPageV3AutomationRule: rule') })
  const pages = async () => Object((await call('GET', '/v3/status-pages')).body).entries
  const [page] = await pages()
  expect((await call('GET', `/v3/status-pages/${page.id}/components`)).body).toMatchObject({ length: 2 })
  const fourth = await run('checkly-9', 'deploy', '--force', '--output')
  expect(fourth).toMatchObject({ code: 0, output: expect.not.stringContaining('Create:') })
  expect(await pages()).toEqual([page])

  expect(await run('checkly-9', 'destroy', '--force')).toMatchObject({ code: 0 })
  expect(await pages()).toEqual([])
  expect([await checks(), (await call('GET', '/v1/projects')).body]).toEqual([[], []])
  expect(await run('checkly-8', 'destroy', '--force')).toMatchObject({ code: 0 })
})
