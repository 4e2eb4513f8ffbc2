import { beforeAll, expect, it } from 'vitest'
import { createLog } from '#redaction'
import { TestClock } from '#kernel'
import { handlers } from '../handlers/index.ts'
import { isDiskFull } from '#storage/database'
import { aTestApi, anAccount, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()

/** The error of PostgreSQL for every insert while its disk is full (PostgreSQL manual, appendix A, 53100). */
beforeAll(() =>
  database.db().transaction(async (tx) => {
    await tx.query(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await tx.query('create trigger refuse before insert on variables for each row execute function refuse()')
  }),
)

it('while the disk of the database is full, writes are rejected as temporary and reads are answered', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  const app = aTestApi({ db: database.db(), clock, log, handlers })
  const { accountId, key } = await anAccount(testStore(database.db()), clock)
  const headers = { authorization: `Bearer ${key}`, 'x-service-account': accountId }
  const payload = { key: 'A', value: 'b' }
  for (let request = 0; request < 5; request += 1) {
    const answer = await app.inject({ method: 'POST', url: '/v1/variables', headers, payload })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('1')
    expect(answer.json()).toMatchObject({ attributes: { code: 'STORAGE_FULL' } })
  }
  expect((await app.inject({ url: '/v1/variables', headers })).json()).toEqual([])
  expect(lines).toHaveLength(1)
  await app.close()
})

it('a full disk of this process is a full disk, too', () => {
  const noSpace = (code: string) => Object.assign(new Error('write failed'), { code })
  expect(['ENOSPC', 'EDQUOT', 'EACCES'].map((code) => isDiskFull(noSpace(code)))).toEqual([true, true, false])
})
