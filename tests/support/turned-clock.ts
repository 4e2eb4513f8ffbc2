// Loaded into a server process before anything else (`--import`): its clock is ahead of the real one by the milliseconds
// in the file TURNED_CLOCK_FILE, which is read at the start and at each SIGUSR2. Time that passes stays what it is.
import { readFileSync } from 'node:fs'

const RealDate = Date
let aheadMs = 0

const read = (): void => {
  aheadMs = Number(readFileSync(process.env['TURNED_CLOCK_FILE'] ?? '', 'utf8'))
}
read()
process.on('SIGUSR2', read)

const now = (): number => RealDate.now() + aheadMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
})
