interface Waiting extends Disposable {
  /** Whether its test has ended meanwhile, so that nobody waits any more. */
  readonly isOver: () => boolean
}

const pending = new Set<string>()
const services = new Set<() => string>()
/** Of the services started last; tests that start many have ended the others. */
const servicesShown = 3
let tests = 0

/** Notes what is awaited until it is disposed. */
export function awaited(what: string): Waiting {
  const test = tests
  pending.add(what)
  return { isOver: () => tests !== test, [Symbol.dispose]: () => void pending.delete(what) }
}

/** Registers a service of the test: `describe` says how it is and what it logged last, and is called when a test fails. */
export function observeService(describe: () => string): void {
  services.add(describe)
}

/** The state of the services that the tests of this file started last. */
export const describeServices = (): string =>
  [...services]
    .slice(-servicesShown)
    .map((describe) => describe())
    .join('\n')

/** What is awaited now, and the state of the services; empty when nothing is awaited. */
export const describeWaiting = (): string =>
  pending.size === 0 ? '' : [...[...pending].map((what) => `Still awaited: ${what}`), describeServices()].join('\n')

/** Forgets what the previous test waited for in vain. */
export function startOfTest(): void {
  tests += 1
  pending.clear()
}

/** Forgets the services too: a worker serves file after file. */
export function endOfFile(): void {
  startOfTest()
  services.clear()
}
