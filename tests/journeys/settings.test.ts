import { expect, it } from 'vitest'
import { useServer } from '../support/test-server.ts'

const server = useServer({ environment: () => ({ BELFRY_REQUEST_LIMIT: '30' }) })

it('a running server allows a key as many requests a minute as BELFRY_REQUEST_LIMIT says', async () => {
  const { key } = await server.account()
  const ask = () => fetch(`${server.url}/v1/accounts/me`, { headers: { authorization: `Bearer ${key}` } })
  const answers = await Promise.all(Array.from({ length: 31 }, ask))
  expect(new Set(answers.map((answer) => answer.headers.get('ratelimit-limit')))).toEqual(new Set(['30']))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  await server.advance(60_000)
  expect((await ask()).status).toBe(200)
})
