import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { eventually } from '../../tests/support/eventually.ts'
import { late } from '../../tests/support/late.ts'
import { SpareMemory } from './spare-memory.ts'

const megabyte = 1024 ** 2
const run = promisify(execFile)

/** A machine that counts, and has what `bytes` says. */
function aMachine() {
  const machine = {
    bytes: 200 * megabyte,
    given: 0,
    residentBytes: () => machine.bytes,
    giveBack: async () => {
      machine.given += 1
      machine.bytes = Math.min(machine.bytes, 100 * megabyte)
    },
  }
  return machine
}

/** Does nothing for long enough that its time is idle. */
const idle = (): Promise<void> => new Promise((resolve) => late(200, resolve))

/** The machine may be busy, so that this process is seldom idle. */
const givesBack = (spare: SpareMemory): Promise<true> =>
  eventually('an idle moment', async () => {
    await idle()
    return spare.examine()
  })

/** Takes 50 ms of a processor, however long that is on a busy machine. */
function work(): void {
  const before = process.cpuUsage()
  while (process.cpuUsage(before).user < 50_000) Math.sqrt(before.user)
}

it('an idle process gives memory back once, and again only after it has grown', async () => {
  const machine = aMachine()
  const spare = new SpareMemory(machine)
  await givesBack(spare)
  machine.bytes += 10 * megabyte
  await idle()
  expect(await spare.examine()).toBe(false)
  machine.bytes += 10 * megabyte
  await givesBack(spare)
  expect(machine.given).toBe(2)
})

it('a process that works gives nothing back', async () => {
  const machine = aMachine()
  const spare = new SpareMemory(machine)
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise(setImmediate)
    work()
  }
  await new Promise(setImmediate)
  expect(await spare.examine()).toBe(false)
  expect(machine.given).toBe(0)
})

const program = (module: string): string => `
  import { setTimeout } from 'node:timers/promises'
  import { SpareMemory } from ${JSON.stringify(module)}
  let texts = Array.from({ length: 300000 }, (_, index) => ('text ' + index + ' ').repeat(8).toUpperCase())
  const before = process.memoryUsage.rss()
  texts = null
  const spare = new SpareMemory()
  do await setTimeout(200)
  while (!(await spare.examine()))
  console.log(before - process.memoryUsage.rss())
`

it('a real process gives back what it no longer uses', async () => {
  const module = new URL('spare-memory.ts', import.meta.url).href
  const flags: readonly string[] = JSON.parse(await readFile('bin/node-flags.json', 'utf8'))
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '-e', program(module)])
  expect(Number(stdout)).toBeGreaterThan(10 * megabyte)
})

const unmappingProgram = (module: string): string => `
  import { readFileSync } from 'node:fs'
  import { setTimeout } from 'node:timers/promises'
  import { SpareMemory } from ${JSON.stringify(module)}
  const mapped = () => Number(/RssFile:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
  const before = mapped()
  const spare = new SpareMemory()
  do await setTimeout(200)
  while (!(await spare.examine()))
  const after = mapped()
  const sorted = Array.from({ length: 1000 }, (_, index) => String(index)).toSorted().at(-1)
  console.log(before - after, sorted, new Intl.NumberFormat('de').format(1234.5))
`

it('a real process drops the pages of its program and goes on with them', async () => {
  const module = new URL('spare-memory.ts', import.meta.url).href
  const { stdout } = await run(process.execPath, ['--expose-gc', '--input-type=module', '-e', unmappingProgram(module)])
  const [dropped, ...rest] = stdout.trim().split(' ')
  expect(Number(dropped)).toBeGreaterThan(10 * 1024)
  expect(rest).toEqual(['999', '1.234,5'])
})
