import { beforeAll, expect, it } from 'vitest'
import { testSeed } from '../support/test-seed.ts'
import { batchSize, described, runs, samples, useHostileApi } from './hostile-api.ts'
import type { SeededAccount } from './seeded-account.ts'
import { recordWrites, takeWritten } from './written-tables.ts'

const api = useHostileApi()
let tablesOfAccounts: readonly string[]
beforeAll(async () => {
  const columns = await api.db().rows<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`,
  )
  tablesOfAccounts = columns.map(({ name }) => name)
})

it(`a rejected request has written nothing (TEST_SEED=${testSeed})`, async () => {
  const wrote = []
  await recordWrites(api.db())
  for (let done = 0; done < runs / 10; done += batchSize) {
    const account = await api.newAccount()
    const before = await rowsOf(account)
    await takeWritten(api.db())
    for (const request of samples(account, runs / 10 - done, done + 7)) {
      const { statusCode } = await api.send(request, account.key)
      const after = await rowsOf(account, await takeWritten(api.db()))
      const isChanged = Object.entries(after).some(([table, sum]) => before[table] !== sum)
      if (statusCode >= 400 && isChanged) wrote.push(described(request))
      Object.assign(before, after)
    }
  }
  expect(wrote).toEqual([])
})

it(`no request of another account that knows every id changes or reveals anything (TEST_SEED=${testSeed})`, async () => {
  const owner = await api.newAccount()
  const otherAccount = await api.newAccount()
  const canary = await nameEverything(owner)
  const before = await rowsOf(owner)
  const leaks = []
  for (let done = 0; done < runs / 4; done += batchSize) {
    for (const request of samples(owner, runs / 4 - done, done)) {
      // Anyone who has the link of an invite may accept it.
      if (request.url.startsWith('/v1/invites/')) continue
      const isPublic = request.url.startsWith('/v1/badges/')
      const answer = await api.send(request, otherAccount.key)
      if (!isPublic && answer.body.includes(canary)) leaks.push(described(request))
    }
  }
  expect(leaks).toEqual([])
  expect(await rowsOf(owner)).toEqual(before)
})

/** Gives checks, a group and a variable of an account a string that other accounts must not see. */
async function nameEverything(owner: SeededAccount): Promise<string> {
  const canary = 'canary-of-the-owner'
  const put = (url: string, payload: object) => api.put(url, owner.key, payload)
  const answers = await Promise.all([
    put(`/v1/checks/tcp/${owner.checkIds.tcp}`, { name: canary }),
    put(`/v1/checks/api/${owner.checkIds.api}`, { name: canary }),
    put(`/v2/check-groups/${owner.groupId}`, { name: canary }),
    put(`/v1/variables/${owner.variableKey}`, { value: canary }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  return canary
}

/** Anyone who knows a password, or guesses at one, is recorded. */
const withoutSignIns = ` and action <> 'FAILED' and operation !~ '^sign'`

/**
 * A checksum per table over the rows of one account, of all tables or of those with these names. When a key was last used
 * is written some time after its use.
 */
async function rowsOf({ accountId }: SeededAccount, names = tablesOfAccounts): Promise<Record<string, string>> {
  const tables = names.filter((name) => tablesOfAccounts.includes(name))
  if (tables.length === 0) return {}
  const sums = tables.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(row, ',' order by row), '')) as sum
       from ${name} t cross join lateral (select (to_jsonb(t) - 'last_used_at')::text as row) as compared
       where account_id = $1${name.startsWith('audit_log') ? withoutSignIns : ''}`,
  )
  const rows = await api.db().rows<{ name: string; sum: string }>(sums.join(' union all '), [accountId])
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
