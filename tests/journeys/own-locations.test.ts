import { expect, it } from 'vitest'
import { addPublicLocations, regions } from '#contract'
import { saveLocationNames } from '#storage/alerts'
import { useDatabase } from '../support/database.ts'
import { TestService } from '../support/test-service.ts'

const database = useDatabase()

it('a location of the operator is valid wherever codes of locations are, and in the lists', async () => {
  addPublicLocations([{ region: 'office', name: 'Head office Berlin' }])
  const { send } = await new TestService(database.db()).owner()
  const check = { name: 'database', request: { hostname: 'db.example.com', port: 5432 }, frequency: 1 }
  const created = await send('POST', '/v1/checks/tcp', { ...check, locations: ['office', 'eu-west-1'] })
  expect(created).toMatchObject({ status: 201, body: { locations: ['office', 'eu-west-1'] } })
  expect(await send('POST', '/v1/check-groups', { name: 'g', locations: ['office'] })).toMatchObject({ status: 201 })
  const wrong = await send('POST', '/v1/checks/tcp', { ...check, locations: ['moon'] })
  expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('office') })
  expect((await send('GET', '/v1/locations')).body).toContainEqual({
    region: 'office',
    name: 'Head office Berlin',
    place: 'office',
  })
  expect((await send('GET', '/v1/accounts/me/entitlements')).body).toMatchObject({
    locations: {
      all: expect.arrayContaining([{ id: 'office', name: 'Head office Berlin', available: true }]),
      maxPerCheck: regions.length,
    },
  })
  expect(await send('POST', '/v1/private-locations', { name: 'x', slugName: 'Office' })).toMatchObject({ status: 409 })
})

it('lists name the machine that serves a location behind its code, where it stands for others too', async () => {
  const { send } = await new TestService(database.db()).owner()
  await saveLocationNames(database.db(), ['us-east-1', 'eu-west-1'], () => 'this machine')
  await saveLocationNames(database.db(), ['eu-west-2'], () => 'London')
  const { body } = await send('GET', '/v1/locations')
  expect(body).toContainEqual({
    region: 'us-east-1',
    name: 'us-east-1 (this machine)',
    place: 'this machine',
  })
  expect(body).toContainEqual({ region: 'eu-west-2', name: 'London', place: 'London' })
})
