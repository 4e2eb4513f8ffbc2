import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultRateLimit, operations } from '#contract'
import type { OperationRow } from '#contract'
import { exampleCall } from './example-call.ts'
import { injectOperation } from './inject-operation.ts'
import type { OperationCall } from './inject-operation.ts'
import { codeOf, isPublic, rows, those, useOperations } from './use-operations.ts'

const { database, limitedApi, owner } = useOperations()

describe('the rate limit', () => {
  let limited: ReturnType<typeof limitedApi>
  beforeAll(() => {
    limited = limitedApi()
  })
  afterAll(() => limited.close())

  // Public operations count by address, which all of these tests share.
  it.each(those((row) => row.limit && !isPublic(row)))(
    'of %s is its own: each call counts, and one more is too many',
    async (id, row) => {
      const key = await owner().keyWithRole('OWNER')
      const limit = row.limit ?? defaultRateLimit
      const statuses = []
      for (let index = 0; index <= limit.requests; index += 1) {
        // Those that are rejected count as well, and cost less.
        const { body: _body, ...withoutBody } = exampleCall(id, owner())
        const input = index === 0 ? exampleCall(id, owner()) : withoutBody
        statuses.push((await injectOperation(limited, row, { ...input, key })).statusCode)
      }
      expect(statuses.filter((status) => status === 429)).toHaveLength(1)
      expect(statuses.at(-1)).toBe(429)
      const other = await injectOperation(limited, operations.listVariables, { key })
      expect(other.statusCode).toBe(200)
    },
  )

  describe('that is used up', () => {
    const address = '2001:db8::1'
    let key: string
    const probed: (readonly number[])[] = []
    beforeAll(async () => {
      key = await owner().keyWithRole('OWNER')
      probed.push(await useUp(operations.listVariables, { key }))
      probed.push(await useUp(operations.listLocations, { key: null, address }))
    })

    /** The statuses of calls before and after other processes have used the limit. */
    async function useUp(probe: OperationRow, caller: OperationCall): Promise<number[]> {
      const statuses = [(await injectOperation(limited, probe, caller)).statusCode]
      await database.db().rows('update rate_windows set used = $1', [defaultRateLimit.requests])
      for (let index = 0; index <= defaultRateLimit.requests / 20; index += 1)
        statuses.push((await injectOperation(limited, probe, caller)).statusCode)
      return statuses
    }

    it('allows calls before, none after', () => {
      expect(probed.map((statuses) => [statuses.at(0), statuses.at(-1)])).toEqual([
        [200, 429],
        [200, 429],
      ])
    })

    it.each(rows.filter(([, row]) => !row.limit))('is shared by %s', async (id, row) => {
      const caller = isPublic(row) ? { key: null, address } : { key }
      const answer = await injectOperation(limited, row, { ...exampleCall(id, owner()), ...caller })
      expect({ statusCode: answer.statusCode, code: codeOf(answer) }).toEqual({ statusCode: 429, code: 'RATE_LIMITED' })
      expect(answer.headers['retry-after']).toBeDefined()
    })
  })
})
