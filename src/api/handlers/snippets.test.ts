import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const own = async () => {
  const account = await service.account()
  return { account, send: service.as(account.key) }
}
const url = '/v1/snippets'
const login = { name: 'login', script: 'module.exports = 1' }
const idOf = ({ body }: TestAnswer): number => (body as { id: number }).id

describe('snippets', () => {
  test('what is written is read, listed and deleted', async () => {
    const { send } = await own()
    const created = await send('POST', url, login)
    const times = { created_at: '2026-03-01T12:00:00.000Z', updated_at: null }
    expect({ status: created.status, body: created.body }).toEqual({
      status: 201,
      body: { id: expect.any(Number), ...login, ...times },
    })
    const one = `${url}/${idOf(created)}`
    expect((await send('GET', one)).body).toEqual(created.body)
    const updated = await send('PUT', one, { name: 'sign in', script: 'x' })
    expect(updated.body).toMatchObject({ name: 'sign in', script: 'x', updated_at: '2026-03-01T12:00:00.000Z' })
    const page = await send('GET', `${url}?limit=1`)
    expect({ body: page.body, contentRange: page.headers['content-range'] }).toEqual({
      body: [updated.body],
      contentRange: '0-0/1',
    })
    expect((await send('DELETE', one)).status).toBe(204)
    expect((await send('DELETE', one)).status).toBe(404)
  })

  test.each(['', '..', 'a/b', 'a\\b', 'a\nb'])('the name %j cannot be that of a file and is rejected', async (name) => {
    const { send } = await own()
    expect((await send('POST', url, { ...login, name })).status).toBe(400)
  })

  test('names are unique within an account', async () => {
    const { send } = await own()
    await send('POST', url, login)
    expect((await send('POST', url, login)).status).toBe(409)
    const other = await send('POST', url, { ...login, name: 'other' })
    expect((await send('PUT', `${url}/${idOf(other)}`, login)).status).toBe(409)
    expect((await send('PUT', `${url}/${idOf(other)}`, { name: 'other', script: 'y' })).status).toBe(200)
    expect((await (await own()).send('POST', url, login)).status).toBe(201)
  })

  test('a snippet that a check names cannot be deleted', async () => {
    const { account, send } = await own()
    const id = idOf(await send('POST', url, login))
    const checkId = await service.check(account.accountId)
    const name = `update checks set settings = settings || jsonb_build_object('setupSnippetId', $2::bigint) where id = $1`
    await service.db.rows(name, [checkId, id])
    const rejected = await send('DELETE', `${url}/${id}`)
    expect({ status: rejected.status, text: rejected.text }).toEqual({
      status: 409,
      text: expect.stringContaining('1 checks and 0 groups'),
    })
    await send('DELETE', `/v1/checks/${checkId}`)
    expect((await send('DELETE', `${url}/${id}`)).status).toBe(204)
  })

  test("another account's snippet is not found", async () => {
    const id = idOf(await (await own()).send('POST', url, login))
    const { send } = await own()
    expect((await send('GET', `${url}/${id}`)).status).toBe(404)
    expect((await send('PUT', `${url}/${id}`, login)).status).toBe(404)
    expect((await send('DELETE', `${url}/${id}`)).status).toBe(404)
  })
})
