import { expect, test } from 'vitest'
import { handlers } from './index.ts'
import { aTestApi } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const staticIps = {
  'eu-west-1': { ipv4: ['192.0.2.1', '192.0.2.2'], ipv6: ['2001:db8::/64'] },
  'us-east-1': { ipv4: ['192.0.2.2'], ipv6: [] },
}

test('the addresses of the operator are returned in six formats, each address once in a list', async () => {
  const app = aTestApi({ db: database.db(), handlers, staticIps })
  const read = async (url: string) => {
    const answer = await app.inject(url)
    const type = String(answer.headers['content-type']).split(';')[0]
    return [type, type === 'application/json' ? answer.json() : answer.body]
  }
  expect(await read('/v1/static-ips')).toEqual(['application/json', ['192.0.2.1', '192.0.2.2']])
  const ipv4ByRegion = { 'eu-west-1': ['192.0.2.1', '192.0.2.2'], 'us-east-1': ['192.0.2.2'] }
  expect(await read('/v1/static-ips-by-region')).toEqual(['application/json', ipv4ByRegion])
  expect(await read('/v1/static-ips.txt')).toEqual(['text/plain', '192.0.2.1\n192.0.2.2\n'])
  expect(await read('/v1/static-ipv6s')).toEqual(['application/json', ['2001:db8::/64']])
  expect(await read('/v1/static-ipv6s-by-region')).toEqual(['application/json', { 'eu-west-1': ['2001:db8::/64'] }])
  expect(await read('/v1/static-ipv6s.txt')).toEqual(['text/plain', '2001:db8::/64\n'])
  await app.close()
})

test('without a setting the lists are empty', async () => {
  const app = aTestApi({ db: database.db(), handlers })
  expect((await app.inject('/v1/static-ips')).json()).toEqual([])
  expect((await app.inject('/v1/static-ips-by-region')).json()).toEqual({})
  expect((await app.inject('/v1/static-ips.txt')).body).toBe('')
  await app.close()
})
