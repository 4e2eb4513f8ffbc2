import { createEgress } from '#egress'
import type { Egress } from '#egress'
import { observe } from '#probes'
import { SystemClock } from '#kernel'
import { startScript } from './child-script.ts'
import { taskOf } from './hostile.ts'
import { availableAddresses } from './target-addresses.ts'

const clock = new SystemClock()

/** CPU of this process for one observation of a URL check, in microseconds; medians, and of ratios of pairs. */
export interface ClientCosts {
  readonly pairs: number
  readonly node: number
  readonly plain: number
  readonly ratio: number
}

const runsPerRound = 2_000
const concurrency = 50

/** The plain client and Node's observe the same target in alternating rounds of one process. */
export async function runClients(pairs: number): Promise<ClientCosts> {
  const target = await startScript('target.ts')
  try {
    const { port } = await target.message<{ port: number }>()
    const node = createEgress({ allowPrivateTargets: true, usesNodeOnly: true }, clock)
    const plain = createEgress({ allowPrivateTargets: true }, clock)
    await costOf(node, port)
    await costOf(plain, port)
    const rounds: { readonly node: number; readonly plain: number }[] = []
    while (rounds.length < pairs) {
      const isPlainFirst = rounds.length % 2 === 0
      const first = await costOf(isPlainFirst ? plain : node, port)
      const second = await costOf(isPlainFirst ? node : plain, port)
      rounds.push(isPlainFirst ? { plain: first, node: second } : { plain: second, node: first })
    }
    return {
      pairs,
      node: median(rounds.map((round) => round.node)),
      plain: median(rounds.map((round) => round.plain)),
      ratio: median(rounds.map((round) => round.plain / round.node)),
    }
  } finally {
    await target.stop()
  }
}

async function costOf(egress: Egress, port: number): Promise<number> {
  const tools = { clock, egress, signal: new AbortController().signal, userAgent: 'bench' }
  const before = process.cpuUsage()
  let left = runsPerRound
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const host = availableAddresses[left % availableAddresses.length] ?? '127.0.0.1'
      const { failure } = await observe(taskOf(`http://${host}:${port}/status`, [], 'innocent'), tools)
      if (failure) throw new Error(failure.message)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / runsPerRound
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

/** In one line, with what was saved in milliseconds. */
export const clientsText = ({ pairs, node, plain, ratio }: ClientCosts): string =>
  `one observation of a URL check, ${pairs} alternating pairs: ${Math.round(plain)} µs of CPU by the plain client, ` +
  `${Math.round(node)} µs by Node's: ratio ${ratio.toFixed(2)}, ${((node - plain) / 1_000).toFixed(3)} ms less`
