import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TestClock } from '#kernel'
import { raceAddresses } from './address-race.ts'
import { Deadline } from './deadline.ts'

interface Course {
  readonly addresses: readonly string[]
  readonly others?: readonly string[]
}

/** A race whose addresses answer when the test says so. */
function start({ addresses, others = [] }: Course) {
  const clock = new TestClock()
  const deadline = new Deadline(clock, 10_000)
  const sockets = new Map<string, Socket>()
  const open = ({ host }: { readonly host: string }): Socket => {
    const socket = new Socket()
    sockets.set(host, socket)
    return socket
  }
  const result = raceAddresses({ addresses, others: () => Promise.resolve(others) }, 443, deadline, open)
  return {
    result,
    tried: () => [...sockets.keys()],
    open: () => [...sockets].flatMap(([address, socket]) => (socket.destroyed ? [] : [address])),
    connects: (address: string) => sockets.get(address)?.emit('connect'),
    fails: async (address: string, code = 'ECONNREFUSED') => {
      sockets.get(address)?.emit('error', Object.assign(new Error(code), { code }))
      sockets.get(address)?.destroy()
      await setImmediate()
    },
    wait: async (ms: number) => {
      clock.advance(ms)
      await setImmediate()
    },
  }
}

describe('the addresses of a name', () => {
  it('are not tried while the first one answers', async () => {
    const race = start({ addresses: ['a', 'b'], others: ['x'] })
    await race.wait(249)
    race.connects('a')
    expect(await race.result).toMatchObject({ address: 'a', tried: [{ address: 'a', error: null }] })
    expect(race.tried()).toEqual(['a'])
  })

  it('are tried at once when one fails, by turns of both versions', async () => {
    const race = start({ addresses: ['a', 'b'], others: ['x', 'y'] })
    for (const address of ['a', 'b', 'x']) await race.fails(address)
    race.connects('y')
    expect(race.tried()).toEqual(['a', 'b', 'x', 'y'])
    expect(await race.result).toMatchObject({
      address: 'y',
      tried: [
        { address: 'a', error: 'ECONNREFUSED' },
        { address: 'b', error: 'ECONNREFUSED' },
        { address: 'x', error: 'ECONNREFUSED' },
        { address: 'y', error: null },
      ],
    })
  })

  it('are tried beside a slow one every 250 ms, and the first to answer is the only one that stays open', async () => {
    const race = start({ addresses: ['a', 'b', 'c'] })
    await race.wait(250)
    await race.wait(250)
    expect(race.open()).toEqual(['a', 'b', 'c'])
    race.connects('b')
    const { tried } = await race.result
    expect(race.open()).toEqual(['b'])
    expect(tried.map(({ error }) => error)).toEqual(['ECANCELED', null, 'ECANCELED'])
  })

  it('fail with the reason of the first when none can be reached, and with that of the deadline in time', async () => {
    const refused = start({ addresses: ['a'], others: ['x'] })
    await refused.fails('a', 'EHOSTUNREACH')
    await refused.fails('x')
    expect(await refused.result).toMatchObject({ socket: null, code: 'EHOSTUNREACH' })
    const slow = start({ addresses: ['a'] })
    await slow.wait(250)
    await slow.wait(10_000)
    expect(await slow.result).toEqual({
      socket: null,
      code: 'ETIMEDOUT',
      tried: [{ address: 'a', error: 'ETIMEDOUT' }],
    })
  })

  it('are no more than ten, and each once', async () => {
    const addresses = Array.from({ length: 30 }, (_, index) => String(index % 15))
    const race = start({ addresses })
    for (let index = 0; index < 10; index += 1) await race.fails(String(index))
    expect(await race.result).toMatchObject({ socket: null })
    expect(race.tried()).toHaveLength(10)
  })

  it('end with the one that can be reached, whatever the others do and when', async () => {
    const fate = fc.constantFrom('silent', 'refuses')
    const fates = fc.tuple(fc.array(fate, { maxLength: 4 }), fc.array(fate, { maxLength: 4 }), fc.boolean())
    expect.hasAssertions()
    await fc.assert(
      fc.asyncProperty(fates, async ([before, behind, isOther]) => {
        const all = [...before, 'connects', ...behind].map((name, index) => `${name} ${index}`)
        const race = start(isOther ? { addresses: [all[0] ?? ''], others: all.slice(1) } : { addresses: all })
        for (let turn = 0; turn < 12; turn += 1) {
          for (const address of race.open().filter((name) => name.startsWith('refuses'))) await race.fails(address)
          for (const address of race.open().filter((name) => name.startsWith('connects'))) race.connects(address)
          await race.wait(250)
        }
        expect(await race.result).toMatchObject({ address: expect.stringMatching('connects') })
        expect(race.open()).toEqual([expect.stringMatching('connects')])
      }),
    )
  })
})
