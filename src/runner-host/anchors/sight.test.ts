import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs, secondMs, TestClock } from '#kernel'
import { anchorSetting } from './anchor.ts'
import type { Anchor } from './anchor.ts'
import { Sight } from './sight.ts'
import type { BlindTime } from './sight.ts'

const gateway: Anchor = { way: 'icmp', host: '10.0.0.1', port: null, role: 'gateway' }
const names: Anchor = { way: 'dns', host: '10.0.0.2', port: 53, role: 'name server' }
const both = [gateway, names]
const words = ['gateway 10.0.0.1', 'name server 10.0.0.2']

let clock: TestClock
let answering: Set<Anchor>
let asked: number
beforeEach(() => {
  clock = new TestClock('2026-03-01T12:00:00.000Z')
  answering = new Set(both)
  asked = 0
})

const sightOf = (anchors: readonly Anchor[] = both, needed = 1): Sight =>
  new Sight({
    clock: { now: () => clock.now(), monotonicMs: () => clock.monotonicMs(), sleep: async (ms) => clock.advance(ms) },
    anchors: async () => anchors,
    ask: async (anchor) => {
      asked += 1
      return answering.has(anchor)
    },
    isNear: async (host) => host === 'localhost',
    needed,
  })

/** One that has seen both anchors, at a time when those that never answered do not count any more. */
async function learnt(anchors: readonly Anchor[] = both, needed = 1): Promise<Sight> {
  const sight = sightOf(anchors, needed)
  await sight.sees()
  clock.advance(10 * minuteMs)
  return sight
}

const ask = (sight: Sight, host: string | null = 'shop.example'): Promise<readonly string[] | null> =>
  sight.whyBlind(host, clock.now())

describe('a runner is blind', () => {
  test('when no anchor answers that has answered before, and says which', async () => {
    const sight = await learnt()
    answering.clear()
    expect(await ask(sight)).toEqual(words)
    expect(sight.state).toEqual({ anchors: 2, counted: 2, blindSince: clock.now(), silent: words })
  })

  test('when fewer answer than have to', async () => {
    const sight = await learnt(both, 2)
    answering.delete(names)
    expect(await ask(sight)).toEqual(['name server 10.0.0.2'])
  })

  test('for runs that began before it saw again', async () => {
    const sight = await learnt()
    answering.clear()
    const startedAt = clock.now()
    await ask(sight)
    answering = new Set(both)
    clock.advance(20 * secondMs)
    expect(await sight.whyBlind('shop.example', startedAt)).toEqual(words)
    clock.advance(1)
    expect(await ask(sight)).toBeNull()
  })

  test('when its machine started before its network', async () => {
    answering.clear()
    expect(await ask(sightOf())).toEqual(words)
  })
})

describe('a runner sees', () => {
  test('when enough of its anchors answer', async () => {
    const sight = await learnt()
    answering.delete(gateway)
    expect(await ask(sight)).toBeNull()
  })

  test('when none of its anchors has ever answered, but for the first minutes', async () => {
    answering.clear()
    const sight = await learnt()
    expect(await ask(sight)).toBeNull()
    expect(sight.state).toMatchObject({ anchors: 2, counted: 0, blindSince: null })
  })

  test('when it has no anchors at all', async () => {
    expect(await ask(sightOf([]))).toBeNull()
  })

  test('its own machine and networks, and judges an anchor by the others', async () => {
    const sight = await learnt()
    answering.clear()
    expect(await ask(sight, 'localhost')).toBeNull()
    expect(await ask(sight, '10.0.0.2')).toEqual(words)
    answering.add(gateway)
    const alone = await learnt([gateway])
    answering.clear()
    expect(await ask(alone, '10.0.0.1')).toBeNull()
    expect(await ask(alone, null)).toEqual(['gateway 10.0.0.1'])
  })
})

test('anchors are asked once for runs that fail within seconds, together, and never without a failure', async () => {
  const sight = await learnt()
  expect(asked).toBe(2)
  await Promise.all([ask(sight), ask(sight)])
  clock.advance(4 * secondMs)
  await ask(sight)
  expect(asked).toBe(4)
  clock.advance(secondMs)
  await ask(sight)
  expect(asked).toBe(6)
})

test('a blind time is told again while it lasts, and its end until that was heard', async () => {
  const sight = await learnt()
  const told: BlindTime[] = []
  const stop = new AbortController()
  const since = clock.now()
  answering.clear()
  await ask(sight)
  await sight.watch(async (time) => {
    told.push(time)
    if (told.length === 2) answering = new Set(both)
    if (told.length === 3) throw new Error('The service is out of reach.')
    if (told.length === 4) stop.abort()
  }, stop.signal)
  const lasting = { since, until: null, silent: words }
  const over = { ...lasting, until: since + 20 * secondMs }
  expect(told).toEqual([lasting, lasting, over, over])
})

describe('the setting of anchors', () => {
  test('is a word, or addresses with their ways', () => {
    expect(anchorSetting('Default')).toBe('default')
    expect(anchorSetting('off')).toBe('off')
    expect(anchorSetting('10.0.0.1, tcp://[fd00::1]:443,dns://10.0.0.2,dns://ns.example:5353')).toEqual([
      { way: 'icmp', host: '10.0.0.1', port: null, role: 'named' },
      { way: 'tcp', host: 'fd00::1', port: 443, role: 'named' },
      { way: 'dns', host: '10.0.0.2', port: 53, role: 'named' },
      { way: 'dns', host: 'ns.example', port: 5353, role: 'named' },
    ])
  })

  test.each(['tcp://10.0.0.1', 'icmp://10.0.0.1:7', 'http://10.0.0.1', '', 'a b', 'tcp://a:99999', 'a,'])(
    'rejects %j and says how to write it',
    (text) => {
      expect(() => anchorSetting(text)).toThrow(/must|write|needs|names/)
    },
  )
})
