import { expect, test } from 'vitest'
import type { UsedByResource } from '#contract'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()

test('a variable is used by the checks and groups whose templates or scripts name it, and by no other', async () => {
  const { send } = await new TestService(database.db()).owner()
  await send('POST', '/v1/variables', { key: 'SHOP', value: 'shop.example' })
  await send('POST', '/v1/variables', { key: 'SHOP_2', value: 'other.example' })
  const check = (name: string, url: string, more = {}) =>
    send('POST', '/v1/checks/api', { name, locations: ['eu-west-1'], request: { method: 'GET', url }, ...more })
  await check('in URL', 'https://{{SHOP}}/')
  await check('in a helper', 'https://x.example/?{{ SHOP }}')
  await check('other', 'https://{{SHOP_2}}/SHOP')
  await check('in script', 'https://y.example/', { localSetupScript: "request.url += process.env['SHOP']" })
  await send('POST', '/v2/check-groups', { name: 'Shop', apiCheckDefaults: { url: 'https://{{SHOP}}', headers: [] } })
  const used = (await send('GET', '/v1/variables/SHOP/uses')).body as UsedByResource
  expect(used.checks.map(({ name }) => name)).toEqual(['in a helper', 'in script', 'in URL'])
  expect(used.groups.map(({ name }) => name)).toEqual(['Shop'])
  expect(used).toMatchObject({ totalChecks: 3, totalGroups: 1 })
  expect(await send('GET', '/v1/variables/NONE/uses')).toMatchObject({ status: 404 })
})

test('a snippet is used by what runs it and by what imports it; that of another account does not exist', async () => {
  const service = new TestService(database.db())
  const { send } = await service.owner()
  const snippet = await send('POST', '/v1/snippets', { name: 'sign-in', script: 'module.exports = 1' })
  const { id } = snippet.body as { readonly id: number }
  const check = (name: string, more: object) =>
    send('POST', '/v1/checks/api', {
      name,
      locations: ['eu-west-1'],
      request: { method: 'GET', url: 'https://shop.example/' },
      ...more,
    })
  await check('runs it', { setupSnippetId: id })
  await check('imports it', { localSetupScript: 'const one = require("./snippets/sign-in.js")' })
  await check('imports another', { localSetupScript: 'const one = require("./snippets/sign-in-2.js")' })
  const used = (await send('GET', `/v1/snippets/${id}/uses`)).body as UsedByResource
  expect(used.checks.map(({ name }) => name)).toEqual(['imports it', 'runs it'])
  const { send: stranger } = await service.owner()
  expect(await stranger('GET', `/v1/snippets/${id}/uses`)).toMatchObject({ status: 404 })
})
