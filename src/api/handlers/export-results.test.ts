import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()

test('results are exported as lines of CSV, the newest first and narrowed like their list', async () => {
  const service = new TestService(database.db())
  const { account, send } = await service.owner()
  const checkId = await service.check(account.accountId)
  const older = await service.result(account.accountId, checkId, { outcome: 'failed' })
  service.clock.advance(60_000)
  const newer = await service.result(account.accountId, checkId, { outcome: 'passed' })
  const answer = await send('GET', `/v1/check-results/${checkId}/export.csv`)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="results.csv"',
  })
  const [header, first, second, ...rest] = answer.text.split('\r\n')
  expect(header).toBe('id,startedAt,stoppedAt,location,outcome,hasErrors,responseTime,attempts,resultType')
  expect(first).toMatch(new RegExp(`^${newer},.*,eu-west-1,PASSED,false,\\d+,1,FINAL$`))
  expect(second).toMatch(new RegExp(`^${older},.*,FAILED,`))
  expect(rest).toEqual([''])
  const failures = await send('GET', `/v1/check-results/${checkId}/export.csv?hasFailures=true`)
  expect(failures.text.split('\r\n')).toHaveLength(3)
  const { send: other } = await service.owner()
  expect((await other('GET', `/v1/check-results/${checkId}/export.csv`)).status).toBe(404)
  expect((await send('GET', `/v1/check-results/${checkId}/export.csv?from=nonsense`)).status).toBe(400)
})
