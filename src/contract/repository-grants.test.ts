import { expect, it } from 'vitest'
import { mayUseRepository } from '#contract'

const use = (accountId: string, repoName: string) => ({ accountId, repoName, firstAccountId: 'first' })

it('without grants of the operator only the first account may use repositories, and all of them', () => {
  expect(mayUseRepository(null, use('first', 'acme/shop'))).toBe(true)
  expect(mayUseRepository(null, use('second', 'acme/shop'))).toBe(false)
  expect(mayUseRepository(null, { ...use('first', 'acme/shop'), firstAccountId: null })).toBe(false)
})

it('what the operator names is all there is, for the first account as well', () => {
  const grants = new Map([
    ['second', ['acme/*', 'Other/Site']],
    ['third', ['*']],
  ])
  const may = (accountId: string, repoName: string) => mayUseRepository(grants, use(accountId, repoName))
  expect(['acme/shop', 'ACME/x', 'other/site'].filter((name) => !may('second', name))).toEqual([])
  expect(['acme-labs/shop', 'other/site2', 'x/acme/shop', 'acme'].filter((name) => may('second', name))).toEqual([])
  expect(may('third', 'anybody/anything')).toBe(true)
  expect(may('first', 'acme/shop')).toBe(false)
  expect(mayUseRepository(new Map([['*', ['acme/*']]]), use('first', 'acme/shop'))).toBe(true)
})
