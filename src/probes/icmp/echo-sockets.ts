import { EchoSocket } from './echo-socket.ts'
import type { IpFamily } from './echo-packet.ts'
import { MessageReader } from '../system/message-reader.ts'
import { openSocket } from './open-socket.ts'
import { systemCalls } from '../system/system-calls.ts'

/** A run's share of a socket. `release` must be called once the run is over. */
export interface SocketLease {
  readonly socket: EchoSocket
  release(): void
}

interface Shared {
  readonly socket: EchoSocket
  runs: number
}

/** 50 packets for each run stay below the 65 536 sequence numbers of a socket. */
const runsPerSocket = 1000
const open: Shared[] = []
let reader: MessageReader | undefined

/**
 * A socket shared by up to 1 000 runs, closed when the last of them is over. `code` says why there is none: EPERM or
 * EACCES where the system permits none, ENOSYS where it cannot be asked.
 */
export function leaseSocket(family: IpFamily): SocketLease | { readonly code: string } {
  const free = open.find(({ socket, runs }) => socket.family === family && runs < runsPerSocket)
  const shared = free ?? openShared(family)
  if ('code' in shared) return shared
  shared.runs += 1
  return { socket: shared.socket, release: () => release(shared) }
}

function openShared(family: IpFamily): Shared | { readonly code: string } {
  const system = systemCalls()
  if (!system) return { code: 'ENOSYS' }
  const opened = openSocket(system, family)
  if ('code' in opened) return opened
  reader ??= new MessageReader(system)
  const shared = { socket: new EchoSocket(system, reader, family, opened), runs: 0 }
  open.push(shared)
  return shared
}

function release(shared: Shared): void {
  shared.runs -= 1
  if (shared.runs > 0) return
  open.splice(open.indexOf(shared), 1)
  shared.socket.close()
}
