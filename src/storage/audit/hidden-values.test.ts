import { expect, it } from 'vitest'
import { createEncryption } from '#kernel'
import { visibleFields } from './hidden-values.ts'

it('what the database derives from a name is no change', () => {
  const row = { id: '1', name: 'node 2', name_place: 'node 00000000000000000002' }
  expect(visibleFields(row, createEncryption('a secret key for tests only'))).toEqual({ id: '1', name: 'node 2' })
})
