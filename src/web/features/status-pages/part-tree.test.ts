import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newPart } from './page-draft.ts'
import type { Part } from './page-draft.ts'
import { depthOf, inTreeOrder, movedOnto, stepped, without } from './part-tree.ts'

/** `Shop: cart, pay` is a group with what is in it, a name alone a component in no group. */
function tree(...lines: readonly string[]): Part[] {
  return lines.flatMap((line) => {
    const [name = '', inside] = line.split(':')
    const part = (of: string, type: Part['type'], parentId: string | null): Part => ({
      ...newPart([], { name: of, type, parentId }),
      id: of,
    })
    if (inside === undefined) return [part(name, 'SERVICE', null)]
    const names = inside.split(',').flatMap((one) => one.trim() || [])
    return [part(name, 'GROUP', null), ...names.map((one) => part(one, 'SERVICE', name))]
  })
}

const written = (parts: readonly Part[]): string[] =>
  parts
    .filter(({ parentId }) => parentId === null)
    .map(({ id, type }) =>
      type === 'SERVICE'
        ? id
        : `${id}: ${parts.flatMap((one) => (one.parentId === id ? one.id : [])).join(', ')}`.trim(),
    )
const partOf = (parts: readonly Part[], name: string): Part =>
  parts.find(({ id }) => id === name) ?? newPart([], { name, type: 'SERVICE', parentId: null })

const page = tree('top', 'Shop: cart, pay', 'Web: docs', 'last')
const step = (name: string, by: -1 | 1, mayStandAlone = true) =>
  written(stepped(page, partOf(page, name), by, mayStandAlone))

describe('one step', () => {
  it('goes past a neighbour, into the group beside it, and out of a group at its end', () => {
    expect(step('pay', -1)).toEqual(['top', 'Shop: pay, cart', 'Web: docs', 'last'])
    expect(step('top', 1)).toEqual(['Shop: top, cart, pay', 'Web: docs', 'last'])
    expect(step('last', -1)).toEqual(['top', 'Shop: cart, pay', 'Web: docs, last'])
    expect(step('pay', 1)).toEqual(['top', 'Shop: cart', 'pay', 'Web: docs', 'last'])
    expect(step('cart', -1)).toEqual(['top', 'cart', 'Shop: pay', 'Web: docs', 'last'])
  })

  it('of a group takes along what is in it', () => {
    expect(step('Web', -1)).toEqual(['top', 'Web: docs', 'Shop: cart, pay', 'last'])
    expect(step('Shop', 1)).toEqual(['top', 'Web: docs', 'Shop: cart, pay', 'last'])
  })

  it('at the end of the page changes nothing', () => {
    expect(step('top', -1)).toEqual(written(page))
    expect(step('last', 1)).toEqual(written(page))
  })

  it('of a service leads from card to card, and never beside them', () => {
    const cards = tree('Shop: cart, pay', 'Empty:', 'Web: docs')
    const move = (name: string, by: -1 | 1) => written(stepped(cards, partOf(cards, name), by, false))
    expect(move('pay', 1)).toEqual(['Shop: cart', 'Empty: pay', 'Web: docs'])
    expect(move('docs', -1)).toEqual(['Shop: cart, pay', 'Empty: docs', 'Web:'])
    expect(move('cart', -1)).toEqual(written(cards))
    expect(move('docs', 1)).toEqual(written(cards))
  })
})

describe('a part that is dropped onto another', () => {
  const drop = (name: string, onto: string) => written(movedOnto(page, partOf(page, name), partOf(page, onto)))
  it('joins its group at its place, or goes into the group', () => {
    expect(drop('top', 'pay')).toEqual(['Shop: cart, pay, top', 'Web: docs', 'last'])
    expect(drop('last', 'cart')).toEqual(['top', 'Shop: last, cart, pay', 'Web: docs'])
    expect(drop('docs', 'Shop')).toEqual(['top', 'Shop: docs, cart, pay', 'Web:', 'last'])
  })

  it('stays a group beside others, whichever part it is dropped onto', () => {
    expect(drop('Web', 'cart')).toEqual(['top', 'Web: docs', 'Shop: cart, pay', 'last'])
    expect(drop('Shop', 'docs')).toEqual(['top', 'Web: docs', 'Shop: cart, pay', 'last'])
    expect(drop('Shop', 'cart')).toEqual(written(page))
  })
})

it('what is in a group that is removed stays, and goes with a card', () => {
  expect(written(without(page, partOf(page, 'Shop'), true))).toEqual(['top', 'cart', 'pay', 'Web: docs', 'last'])
  expect(written(without(page, partOf(page, 'Shop'), false))).toEqual(['top', 'Web: docs', 'last'])
})

it('no moves lose a part, tear a group apart or put one into itself', () => {
  const anyMove = fc.record({
    from: fc.nat(5),
    to: fc.nat(5),
    by: fc.constantFrom(-1 as const, 1 as const),
    isStep: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(anyMove, { maxLength: 12 }), (moves) => {
      let parts: readonly Part[] = page
      for (const { from, to, by, isStep } of moves) {
        const [part, target] = [parts[from], parts[to]]
        if (part && target) parts = isStep ? stepped(parts, part, by, true) : movedOnto(parts, part, target)
      }
      expect(parts.map(({ id }) => id).toSorted()).toEqual(page.map(({ id }) => id).toSorted())
      expect(inTreeOrder(parts)).toEqual(parts)
      expect(parts.every((part) => depthOf(parts, part) <= 1)).toBe(true)
    }),
    { numRuns: 200 },
  )
})
