import { describe, expect, it } from 'vitest'
import { hourMs } from '#kernel'
import { burstMs, decideMessages, maxGroupSize } from './index.ts'

const nowMs = 1_000_000
const notWaiting = (...ids: string[]) => ids.map((id) => ({ id, hasWaited: false }))
const waited = (...ids: string[]) => ids.map((id) => ({ id, hasWaited: true }))

/** The decision, by ids alone. */
function decide(due: Parameters<typeof decideMessages>[0], burstUntilMs: number | null) {
  const { decisions, beginsBurst } = decideMessages(due, burstUntilMs, nowMs)
  return { beginsBurst, decisions: decisions.map(({ notification: { id }, ...decision }) => ({ id, ...decision })) }
}

describe('messages of a channel', () => {
  it('send the first notification at once and let the others of the moment wait for the end of its burst', () => {
    expect(decide(notWaiting('a', 'b', 'c'), null)).toEqual({
      beginsBurst: true,
      decisions: [
        { id: 'a', messageId: 'a', untilMs: null },
        { id: 'b', messageId: null, untilMs: nowMs + burstMs },
        { id: 'c', messageId: null, untilMs: nowMs + burstMs },
      ],
    })
  })

  it('let what comes during a burst wait for its end, not longer', () => {
    const untilMs = nowMs + 12_000
    expect(decide(notWaiting('d'), untilMs)).toEqual({
      beginsBurst: false,
      decisions: [{ id: 'd', messageId: null, untilMs }],
    })
  })

  it('carry everything that waited, and what came just then, in one message without another burst', () => {
    expect(decide([...waited('b', 'c'), ...notWaiting('d')], nowMs)).toEqual({
      beginsBurst: false,
      decisions: ['b', 'c', 'd'].map((id) => ({ id, messageId: 'b', untilMs: null })),
    })
  })

  it('send one that waited alone as itself', () => {
    expect(decide(waited('b'), nowMs - 1).decisions).toEqual([{ id: 'b', messageId: 'b', untilMs: null }])
  })

  it('send the first one after a burst at once', () => {
    expect(decide(notWaiting('z'), nowMs)).toMatchObject({
      beginsBurst: true,
      decisions: [{ messageId: 'z' }],
    })
  })

  it('wait for no burst that ends later than any may, as after a clock was set back', () => {
    const decided = decide(notWaiting('z'), nowMs + hourMs)
    expect(decided).toMatchObject({ beginsBurst: true, decisions: [{ messageId: 'z' }] })
  })

  it('are bounded, and nothing to decide decides nothing', () => {
    const many = waited(...Array.from({ length: maxGroupSize + 1 }, (_, index) => `n${index}`))
    expect(decide(many, null).decisions).toHaveLength(maxGroupSize)
    expect(decide([], null)).toEqual({ beginsBurst: false, decisions: [] })
  })
})
