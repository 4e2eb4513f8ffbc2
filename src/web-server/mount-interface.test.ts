import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { mountInterface } from './mount-interface.ts'

it.each([
  ['a screen', '/checks'],
  ['the page on which people let programs in', '/settings/agents/connect?client_id=a&response_type=code'],
])('%s runs scripts of this service alone, and no page of others contains it', async (_name, url) => {
  const app = Fastify()
  mountInterface(app, {
    state: () => ({ problem: 'not built' }),
    publicUrl: 'https://belfry.example',
    limitTo: () => (_request, _reply, done) => done(),
  })
  const { headers } = await app.inject({ method: 'GET', url })
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]))
  await app.close()
})

it('only files are counted, generously: a signed-in person always gets the page', async () => {
  const app = Fastify()
  const limits: object[] = []
  mountInterface(app, {
    state: () => null,
    publicUrl: 'https://belfry.example',
    limitTo: (name, limit) => {
      limits.push({ name, ...limit })
      return (_request, reply) => void reply.code(429).send()
    },
  })
  expect((await app.inject({ method: 'GET', url: '/assets/index.js' })).statusCode).toBe(429)
  expect((await app.inject({ method: 'GET', url: '/' })).statusCode).toBe(503)
  expect(limits).toEqual([{ name: 'interface files', requests: 20_000, seconds: 60 }])
  await app.close()
})
