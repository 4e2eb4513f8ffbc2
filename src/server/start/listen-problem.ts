import type { Settings } from '../settings/settings.ts'
import { StartProblem } from './start-problem.ts'

type ListenAddress = Pick<Settings, 'host' | 'port'>

/** By the code of the system error: why the service cannot listen, and what to change. */
const advice: Readonly<Record<string, (address: ListenAddress) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use, perhaps by a Belfry that runs already. Stop what listens there, or choose another with PORT.`,
  EACCES: ({ port }) =>
    `This user may not listen on port ${port}. Choose one from 1024 on with PORT, and put a proxy in front of it.`,
  EADDRNOTAVAIL: ({ host }) => noAddress(host),
  ENOTFOUND: ({ host }) => noAddress(host),
  EAI_AGAIN: ({ host }) => noAddress(host),
}

const noAddress = (host: string): string =>
  `HOST is ${host}, which is not an address of this machine. 0.0.0.0 listens on all addresses, 127.0.0.1 on this machine only.`

/** Converts a listen error into a StartProblem that says what to change; other errors are returned unchanged. */
export function listenProblem(error: unknown, address: ListenAddress): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const describe = advice[code]
  return describe === undefined ? error : new StartProblem(describe(address))
}
