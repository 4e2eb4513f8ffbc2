import { expect, it } from 'vitest'
import type { RunTask, TaskCode } from '#contract'
import { TestClock } from '#kernel'
import { apiTask, dnsTask, runFields, tcpTask } from '../../tests/support/probe-tasks.ts'
import { Places, waitsAfterMs } from './places.ts'
import { waitKeysOf } from './wait-keys.ts'

const plenty = 2 ** 40
const code: TaskCode = { runtimeId: null, environment: [], snippets: [] }

const taskOf = (id: string, { port = 1, hostname = '127.0.0.1', ...changes }: Changes = {}): RunTask => ({
  ...runFields,
  ...tcpTask({ port, hostname }),
  id,
  ...changes,
})

interface Changes extends Partial<Pick<RunTask, 'accountId' | 'code' | 'isWatched'>> {
  readonly port?: number
  readonly hostname?: string
}

function placesWith(concurrency: number, availableBytes = plenty, lookupsAhead = (_host: string): number => 0) {
  const clock = new TestClock()
  const places = new Places({ clock, concurrency, lookupsAhead, availableBytes: () => availableBytes })
  const enter = (...ids: readonly string[]): void => {
    for (const id of ids) places.enter(taskOf(id))
  }
  /** Lets runs begin, and come to wait, for as long as they may. Returns how many did. */
  const fill = (name: string, changes: (run: number) => Changes): number => {
    for (let run = 0; ; run += 1) {
      const task = taskOf(`${name} ${run}`, changes(run))
      if (places.free() === 0 || places.blockerOf(task) !== null) return run
      places.enter(task)
      clock.advance(waitsAfterMs)
    }
  }
  return { clock, places, enter, fill }
}

it('a run that waits leaves its place, and takes it again when it has its answer', () => {
  const { clock, places, enter } = placesWith(2)
  enter('a', 'b')
  expect(places.free()).toBe(0)
  clock.advance(waitsAfterMs)
  expect(places.free()).toBe(2)
  places.answered('a')
  expect(places.free()).toBe(1)
  places.leave('a')
  expect([places.free(), places.running]).toEqual([2, 1])
})

it('a run in a process of its own keeps its place', () => {
  const { clock, places } = placesWith(1)
  places.enter(taskOf('a', { code }))
  clock.advance(waitsAfterMs)
  expect(places.free()).toBe(0)
})

it('ten runs for each place are under way at most, and fewer where memory is short', () => {
  const { clock, places, enter } = placesWith(1)
  for (let run = 1; run <= 10; run += 1) {
    expect(places.free()).toBe(1)
    enter(String(run))
    clock.advance(waitsAfterMs)
  }
  expect(places.free()).toBe(0)
  const scarce = placesWith(2, 1024 * 1024)
  scarce.enter('a', 'b')
  scarce.clock.advance(waitsAfterMs)
  expect(scarce.places.free()).toBe(1)
})

it('says when runs have come to wait', async () => {
  const { clock, places, enter } = placesWith(1)
  enter('a')
  const changed = places.changed(new AbortController().signal)
  clock.advance(waitsAfterMs)
  await changed
  expect(places.free()).toBe(1)
})

it('a process that is late itself takes nothing for waiting until it keeps its time again', async () => {
  const { clock, places, enter } = placesWith(1)
  enter('a')
  for (const [lateMs, free] of [
    [1000, 0],
    [0, 1],
  ] as const) {
    const changed = places.changed(new AbortController().signal)
    clock.advance(waitsAfterMs + lateMs)
    await changed
    expect(places.free()).toBe(free)
  }
})

it('a target takes half of the room of waiting runs, the next half of what is left, and others find room', () => {
  const { places, fill } = placesWith(10)
  expect(fill('first', () => ({ port: 1 }))).toBe(45)
  expect(places.blockerOf(taskOf('more', { port: 1 }))).toBe('127.0.0.1:1')
  expect(fill('second', () => ({ port: 2 }))).toBe(23)
  expect(places.blockerOf(taskOf('third', { port: 3 }))).toBeNull()
  for (let run = 0; run < 30; run += 1) places.leave(`first ${run}`)
  expect(places.blockerOf(taskOf('more', { port: 1 }))).toBeNull()
})

it('an account takes four fifths of the room while another one has runs, and all of it alone', () => {
  const shared = placesWith(10)
  shared.places.enter(taskOf('other', { accountId: 'other' }))
  shared.places.leave('other')
  expect(shared.fill('silent', (run) => ({ port: run }))).toBe(72)
  expect(shared.places.blockerOf(taskOf('healthy', { port: 1_000 }))).toBe('account')
  expect(shared.places.blockerOf(taskOf('healthy', { port: 1_000, accountId: 'other' }))).toBeNull()
  expect(placesWith(10).fill('silent', (run) => ({ port: run }))).toBe(100)
})

it('a run of a name begins while fewer lookups wait than there is room for, one of an address always', () => {
  let lookups = 89
  const { places } = placesWith(10, plenty, (host) => (host === 'a.test' ? lookups : 0))
  expect(places.blockerOf(taskOf('a', { hostname: 'a.test' }))).toBeNull()
  lookups = 90
  expect(places.blockerOf(taskOf('a', { hostname: 'a.test' }))).toBe('name servers')
  expect(places.blockerOf(taskOf('b'))).toBeNull()
  expect(places.blockerOf(taskOf('c', { hostname: 'a.test', isWatched: true }))).toBeNull()
})

it('a target that answers late has no limit while all of its runs work', () => {
  const { places, enter } = placesWith(4)
  enter('a', 'b', 'c', 'd')
  expect(places.blockerOf(taskOf('e'))).toBeNull()
})

it('a run takes no place while most runs of its target wait', () => {
  const { clock, places, enter } = placesWith(2)
  enter('a', 'b')
  clock.advance(waitsAfterMs)
  enter('c', 'd')
  expect(places.free()).toBe(2)
  enter('e')
  expect(places.free()).toBe(1)
  places.answered('c')
  places.leave('c')
  expect(places.free()).toBe(1)
})

it.each([
  ['an address and its port', tcpTask({ hostname: 'A.test', port: 7 }), 'a.test:7'],
  ['a URL', apiTask({ url: 'https://a.test/path' }), 'a.test:443'],
  ['a URL with a port', apiTask({ url: 'http://a.test:8080/' }), 'a.test:8080'],
  [
    'the name server that is asked, not the name',
    dnsTask({ query: 'b.test', nameServer: '192.0.2.1' }),
    '192.0.2.1:53',
  ],
  ['the proxy of its location', { ...apiTask({}), proxyUrl: 'http://me:it@proxy.test:3128' }, 'proxy.test:3128'],
  ['nothing that is known', dnsTask({ nameServer: null }), null],
])('a run waits for %s', (_what, probe, target) => {
  expect(waitKeysOf({ ...runFields, ...probe }).target).toBe(target)
})
