import Format from 'typebox/format'
import Schema from 'typebox/schema'
import { beforeAll, describe, expect, it } from 'vitest'
import { ErrorReplySchema, isWebUrlText, operations, readersOf, webUrlFormat } from '#contract'
import type { OperationId, OperationRow } from '#contract'
import { exampleCall } from './example-call.ts'
import { examples } from './examples.ts'
import type { Injected } from './inject-operation.ts'
import type { SeededAccount } from './seeded-account.ts'
import { operationNamed } from './operation-named.ts'
import { codeOf, isForOperators, isPublic, rows, those, useOperations } from './use-operations.ts'

Format.Set(webUrlFormat, isWebUrlText)
const { app, call, newAccount, owner } = useOperations()

const readers = readersOf(operations)

/** They delete what an operation of an equally long path deletes as well. */
const deletedByOthers: readonly OperationId[] = ['removeMember', 'destroyProjectNext']

describe('with everything right', () => {
  const accounts = new Map<string, Promise<SeededAccount>>()
  /** What deletes something has an account with others of equally long paths: it still has what belongs to it. */
  const accountFor = (id: OperationId, row: OperationRow): Promise<SeededAccount> => {
    const length = row.path.split('/').length
    const isShared = !deletedByOthers.includes(id)
    const name = row.method === 'DELETE' || isPublic(row) ? `${length} ${isShared ? '' : id}` : 'written'
    const account = accounts.get(name) ?? newAccount()
    accounts.set(name, account)
    return account
  }
  /** What changes a resource that can be read is refused for another version, and takes the one that is read. */
  const callInVersion = async (id: OperationId, row: OperationRow, seed: SeededAccount) => {
    const readerId = readers.get(row)
    if (readerId === undefined || isForOperators(id)) return call(id, seed)
    const refused = await call(id, seed, { headers: { 'if-match': 'W/"another.version"' } })
    expect([refused.statusCode, codeOf(refused)]).toEqual([412, 'RESOURCE_CHANGED'])
    const { params = {} } = exampleCall(id, seed)
    const { headers } = await call(operationNamed(readerId), seed, { params })
    return call(id, seed, { headers: { 'if-match': String(headers.etag) } })
  }

  let described: OpenApi
  beforeAll(async () => {
    described = (await app().inject('/openapi.json')).json<OpenApi>()
  })

  it.each(rows)('%s answers what it declares, and /openapi.json names no other success', async (id, row) => {
    const answer =
      row.method === 'GET' ? await call(id, owner()) : await callInVersion(id, row, await accountFor(id, row))
    expect({ statusCode: answer.statusCode, body: answer.body }).toEqual({
      statusCode: examples[id]?.answers ?? row.success.status,
      body: answer.body,
    })
    expect(mistakesIn(answer, row)).toEqual([])
    const named = Object.keys(described.paths[row.path]?.[row.method.toLowerCase()]?.responses ?? {})
    expect(named).toEqual(expect.arrayContaining([String(answer.statusCode), '431']))
    const { status, pending, existingStatus } = row.success
    const possible = [status, ...(pending ? [202] : []), ...(existingStatus ? [existingStatus] : [])].map(String)
    expect(named.filter((name) => name.startsWith('2'))).toEqual(possible.toSorted())
  })

  it.each(those((row) => row.success.list === 'page'))('%s says which part of how much it lists', async (id) => {
    const answer = await call(id, owner())
    expect(answer.headers['content-range']).toMatch(/^(\d+-\d+|\*)\/\d+$/)
  })
})

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>
}

/** What in a response breaks the success schema of its row, or the error schema. */
function mistakesIn(answer: Injected, { success }: OperationRow): unknown[] {
  const answered = answer.statusCode === 202 && success.pending ? success.pending : success.schema
  const schema = answer.statusCode >= 400 ? ErrorReplySchema : answered
  return schema ? Schema.Errors(schema, answer.json())[1] : []
}
