import { expect, it } from 'vitest'
import { hourMs, ServiceTime } from '#kernel'
import { clockOffset, ServerClock } from './server-clock.ts'

const startMs = Date.UTC(2026, 0, 5)

function aMachine(wallAheadMs: number) {
  let elapsed = 0
  const time = new ServiceTime({ wallMs: () => startMs + wallAheadMs + elapsed, elapsedMs: () => elapsed })
  let isIdle = true
  const clock = new ServerClock(time, () => isIdle)
  /** One exchange: 40 ms there, `waitMs` at the server, 40 ms back. */
  const exchange = (waitMs = 0): void => {
    const sentAt = time.now()
    const receivedAt = startMs + elapsed + 40
    const answeredAt = receivedAt + waitMs
    elapsed += 80 + waitMs
    clock.learn({ sentAt, receivedAt, answeredAt, arrivedAt: time.now() })
  }
  return { time, clock, exchange, serverMs: () => startMs + elapsed, setIdle: (value: boolean) => (isIdle = value) }
}

it('the offset is that of RFC 5905, however long the server waited', () => {
  const times = { sentAt: 1_000, receivedAt: 5_040, answeredAt: 55_040, arrivedAt: 51_080 }
  expect(clockOffset(times)).toEqual({ offsetMs: 4_000, errorMs: 40 })
})

it.each([hourMs, -hourMs])(
  'an agent whose clock is %d ms ahead has the time of the server after one exchange',
  (ahead) => {
    const { time, exchange, serverMs, clock } = aMachine(ahead)
    exchange(50_000)
    expect(time.now()).toBe(serverMs())
    exchange()
    expect(time.now()).toBe(serverMs())
    expect(clock.offsetMs).toBe(-ahead)
  },
)

it('time does not go back while runs are under way', () => {
  const { time, exchange, serverMs, setIdle } = aMachine(hourMs)
  setIdle(false)
  exchange()
  expect(time.now()).toBe(serverMs() + hourMs)
  setIdle(true)
  exchange()
  expect(time.now()).toBe(serverMs())
})

it('differences below a second are left to the machine', () => {
  const { time, exchange, serverMs } = aMachine(700)
  exchange()
  expect(time.now()).toBe(serverMs() + 700)
})
