import { expect, it } from 'vitest'
import { inOrder } from './in-order.ts'
import { referencesOf, replaceReferences } from './references.ts'

const one = (logicalId: string, ...needs: string[]) => ({
  type: 'check',
  logicalId,
  needs: needs.map((id) => `check ${id}`),
})

it('resources come behind those they need, otherwise in the order they were sent in', () => {
  const { ordered, cyclic } = inOrder([one('a', 'c'), one('b'), one('c', 'd'), one('d'), one('e', 'a')])
  expect([ordered.map(({ logicalId }) => logicalId).join(''), cyclic]).toEqual(['dcabe', null])
})

it('a resource that needs itself by way of others is found', () => {
  expect(inOrder([one('a', 'b'), one('b', 'c'), one('c', 'a')]).cyclic?.logicalId).toBe('a')
})

it('references are found and replaced at their places, also in lists, and nothing else is', () => {
  const places = [
    { path: 'cards[].services[]', type: 'service' },
    { path: 'groupId', type: 'group', isNullable: true },
  ] as const
  const payload = { cards: [{ name: 'A', services: [{ ref: 'x' }, { ref: 'y' }] }], groupId: null, other: { ref: 'z' } }
  expect(referencesOf(payload, places).map(({ logicalId }) => logicalId)).toEqual(['x', 'y'])
  expect(replaceReferences(payload, places, ({ logicalId }) => logicalId.toUpperCase())).toEqual({
    cards: [{ name: 'A', services: ['X', 'Y'] }],
    groupId: null,
    other: { ref: 'z' },
  })
  expect(() => referencesOf({ groupId: 7 }, places)).toThrow('must refer to a resource of type group')
})
