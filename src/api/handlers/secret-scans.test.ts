import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
const value = 'a1B2c3D4e5F6g7H8i9J0'
const pair = (key: string, locked = false) => ({ key, value, locked })

test('every kind of definition is searched, and no value is returned', async () => {
  const service = new TestService(database.db())
  const account = await service.account()
  const send = service.as(account.key)
  const request = { url: 'https://a.example', method: 'GET', headers: [pair('X-Api-Key'), pair('X-Api-Key', true)] }
  await send('POST', '/v1/checks/api', { name: 'Login', locations: ['eu-west-1'], request })
  await send('POST', '/v2/check-groups', { name: 'Shop', environmentVariables: [{ key: 'TOKEN', value }] })
  await send('POST', '/v1/snippets', { name: 'auth', script: `const password = '${value}'` })
  const config = { name: 'Hook', url: 'https://hooks.example', headers: [pair('X-Token')], webhookSecret: value }
  await send('POST', '/v1/alert-channels', { type: 'WEBHOOK', config })
  await send('POST', '/v1/variables', { key: 'SECRET', value })
  await send('POST', '/v1/variables', { key: 'HIDDEN', value, secret: true })
  const otherAccount = service.as((await service.account()).key)

  const scan = await send('GET', '/v1/secret-scans')
  expect(scan.text).not.toContain(value)
  const found = (scan.body as Record<string, unknown>[]).map((one) => [
    one['entityType'],
    one['entityName'],
    one['fieldPath'],
  ])
  expect(found).toEqual([
    ['CHECK', 'Login', 'request.headers[0].value'],
    ['CHECK_GROUP', 'Shop', 'environmentVariables[0].value'],
    ['SNIPPET', 'auth', 'script'],
    ['ALERT_CHANNEL', 'Hook', 'config.headers[0].value'],
    ['ENVIRONMENT_VARIABLE', 'SECRET', 'value'],
  ])
  expect((await otherAccount('GET', '/v1/secret-scans')).body).toEqual([])
})
