import { beforeAll, describe, expect, it } from 'vitest'
import { allows } from '#contract'
import type { Access, Role } from '#contract'
import { examples } from './examples.ts'
import { codeOf, isForOperators, isPublic, those, useOperations } from './use-operations.ts'
import { recordWrites, writtenTables } from './written-tables.ts'

const { call, database, keyOf, otherAccount, owner } = useOperations()
const unchanged = async (work: () => Promise<void>): Promise<void> => {
  expect(await writtenTables(database.db(), work)).toEqual([])
}
beforeAll(() => recordWrites(database.db()))

const lowerRole: { readonly [A in Access]?: Role } = { run: 'READ_ONLY', write: 'READ_RUN', admin: 'READ_WRITE' }

it('the accounts of these tests have one resource of each kind', () => {
  const ids = [owner(), otherAccount()].flatMap((seed) => Object.values({ ...seed, ...seed.checkIds }))
  expect(ids.filter((id) => id === undefined || id === '' || id === 'undefined' || Number.isNaN(id))).toEqual([])
})

it('a table in which a request writes a row is recorded', async () => {
  const write = () => call('createVariable', owner(), { body: { key: 'RECORDED', value: 'value' } })
  expect(await writtenTables(database.db(), write)).toContain('variables')
})

describe('without a right to it', () => {
  it.each(those((row) => !isPublic(row)))('%s rejects a call without a key, and with a wrong one', async (id) => {
    const calls = [call(id, owner(), { key: null }), call(id, owner(), { key: 'bfu_wrong' })]
    expect((await Promise.all(calls)).map((answer) => answer.statusCode)).toEqual([401, 401])
  })

  it.each(those(isPublic))('%s needs no key', async (id, row) => {
    const { statusCode } = await call(id, owner(), { key: null })
    expect(statusCode).toBe(examples[id]?.answers ?? row.success.status)
  })

  it.each(those(({ access }) => lowerRole[access]))('%s rejects every role below its own', async (id, { access }) => {
    const role = lowerRole[access] ?? 'READ_ONLY'
    expect(allows(role, access)).toBe(false)
    const keys = await Promise.all([keyOf('READ_ONLY'), keyOf(role)])
    await unchanged(async () => {
      const answers = await Promise.all(keys.map((key) => call(id, owner(), { key })))
      expect(answers.map((answer) => [answer.statusCode, codeOf(answer)])).toEqual([
        [403, 'ROLE_TOO_LOW'],
        [403, 'ROLE_TOO_LOW'],
      ])
    })
  })

  it.each(those((row) => !isPublic(row)).filter(([id]) => isForOperators(id)))(
    '%s is for operators',
    async (id, { faults }) => {
      await unchanged(async () => expect(faults).toContain(codeOf(await call(id, owner()))))
    },
  )

  it('destroyProject finds nothing to delete of another account', async () => {
    const answer = await call('destroyProject', owner(), { key: otherAccount().key })
    expect(answer.json()).toEqual({ project: null, diff: [] })
    expect((await call('getProjectNext', owner())).statusCode).toBe(200)
  })

  // Runtimes and sources of imports are those of the installation; what they are about is the account that asks.
  const imports = ['readImport', 'planImport', 'startImport', 'getImportComparison', 'setImportStates']
  const ofAll = ['destroyProject', 'getUsesOfRuntime', ...imports]
  const named = those((row) => row.params && !isPublic(row)).filter(
    ([id]) => !ofAll.includes(id) && !isForOperators(id),
  )
  it.each(named)('%s hides what another account has', async (id) => {
    await unchanged(async () => {
      expect((await call(id, owner(), { key: otherAccount().key })).statusCode).toBe(404)
    })
  })

  const lists = those((row) => row.method === 'GET' && !row.params && !isPublic(row)).filter(
    ([id]) => examples[id]?.answers !== 404 && !isForOperators(id),
  )
  it.each(lists)('%s lists nothing of others', async (id, { query }) => {
    const all = query && 'limit' in query.properties ? { limit: 100 } : {}
    const answer = await call(id, owner(), { key: otherAccount().key, query: { ...examples[id]?.query, ...all } })
    expect(answer.statusCode).toBe(200)
    const theirs = [
      ...Object.values(owner().checkIds),
      owner().accountId,
      owner().variableKey,
      owner().resultId,
      owner().serviceId,
    ]
    expect(theirs.filter((text) => answer.body.includes(text))).toEqual([])
  })
})
