import { beforeAll, describe, expect, it } from 'vitest'
import { exampleCall } from './example-call.ts'
import { brokenBodies } from './example-of.ts'
import { examples } from './examples.ts'
import { injectOperation } from './inject-operation.ts'
import { codeOf, isForOperators, isPublic, rows, those, useOperations } from './use-operations.ts'
import { recordWrites, textsIn, writtenTables } from './written-tables.ts'

const { app, call, database, newAccount, owner } = useOperations()
const unchanged = async (work: () => Promise<void>): Promise<void> => {
  expect(await writtenTables(database.db(), work)).toEqual([])
}
beforeAll(() => recordWrites(database.db()))

describe('with a wrong request', () => {
  const impossibleIds = ['x', "'", '-1', '99999999999999999999', '\0', '../..', 'ü'.repeat(60), '__proto__']

  // To delete a project that does not exist is no error.
  const withIds = those((row) => row.params).filter(([id]) => id !== 'destroyProject' && !isForOperators(id))
  it.each(withIds)('%s answers 400 or 404 to ids that cannot be', async (id, { params }) => {
    const names = Object.keys(params?.properties ?? {})
    const calls = impossibleIds.map((wrong) =>
      call(id, owner(), { params: Object.fromEntries(names.map((name) => [name, wrong])) }),
    )
    const statuses = (await Promise.all(calls)).map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status !== 400 && status !== 404)).toEqual([])
  })

  it.each(those((row) => row.body))('%s names what is wrong with a body and writes nothing', async (id, row) => {
    const { body: fitting } = exampleCall(id, owner())
    await unchanged(async () => {
      for (const { body, field } of brokenBodies(row.body ?? {}, fitting)) {
        const answer = await call(id, owner(), { body })
        expect({ statusCode: answer.statusCode, code: codeOf(answer) }).toEqual({
          statusCode: 400,
          code: 'BODY_INVALID',
        })
        expect(Object.keys(answer.json().attributes)).toContainEqual(expect.stringMatching(`^${field}`))
      }
    })
  })

  const numbers = rows.flatMap(([id, row]) =>
    Object.entries(row.query?.properties ?? {}).flatMap(([name, schema]) =>
      'type' in schema && schema.type === 'integer' ? [[id, name] as const] : [],
    ),
  )
  it.each(numbers)('%s names its query parameter %s when it is no number', async (id, name) => {
    const answer = await call(id, owner(), { query: { ...examples[id]?.query, [name]: 'x' } })
    expect([answer.statusCode, Object.keys(answer.json().attributes).toSorted()]).toEqual([
      400,
      ['code', name].toSorted(),
    ])
  })

  let visited: ReturnType<typeof newAccount> | undefined
  it.each(those((row) => row.body))('%s stores no undeclared fields', async (id, row) => {
    // What the call uses up, other tests need, but no other public one.
    const seed = isPublic(row) ? await (visited ??= newAccount()) : owner()
    const { body, ...rest } = exampleCall(id, seed)
    const canary = `canary-${id}`
    const pollution = `"__proto__":{"polluted":"${canary}"},"constructor":{"prototype":{"polluted":"${canary}"}}`
    const fields = JSON.stringify({ ...Object(body), unheardOf: canary })
    const rawBody = `${fields.slice(0, -1)},${pollution}}`
    const answer = await injectOperation(app(), row, { ...rest, key: owner().key, rawBody })
    expect(answer.statusCode).toBe(row.ignoresUnknown ? (examples[id]?.answers ?? row.success.status) : 400)
    expect(Object('x').polluted).toBeUndefined()
    expect(await textsIn(database.db(), canary)).toEqual([])
    expect(answer.body).not.toContain(canary)
  })
})
