import { arch, constants, platform } from 'node:os'

/** The system calls of probes. Each returns -1 on failure; `errorName` then returns the error. */
export interface SystemCalls {
  socket(family: number, type: number, protocol: number): number
  setsockopt(socket: number, level: number, option: number, value: Buffer, length: number): number
  getsockopt(socket: number, level: number, option: number, value: Buffer, length: Buffer): number
  bind(socket: number, address: Buffer, length: number): number
  connect(socket: number, address: Buffer, length: number): number
  getsockname(socket: number, address: Buffer, length: Buffer): number
  sendto(socket: number, bytes: Buffer, length: number, flags: number, to: Buffer, toLength: number): number
  recvmsg(socket: number, header: Buffer, flags: number): number
  clock_gettime(clock: number, time: Buffer): number
  close(socket: number): number
  /** Closes on another thread: the system may take tens of milliseconds to close a socket that saw packets of others. */
  closeElsewhere(socket: number): void
  /** Name of the last call's error, for example EPERM. */
  errorName(): string
  /** Name of an error number. */
  nameOfError(code: number): string
  /** The address of a buffer, for structures that point to it. */
  addressOf(bytes: Buffer): bigint
  /**
   * Calls `listener` whenever `socket` has something to read or an error, from the event loop and without a thread; with
   * `writable` also when it can be written to, for example once it is connected.
   */
  watch(socket: number, listener: () => void, writable?: boolean): () => void
}

const koffi = await import('koffi').then(
  (module) => module.default,
  () => null,
)

const errorNames = new Map<number, string>()
for (const [name, code] of Object.entries(constants.errno)) if (!errorNames.has(code)) errorNames.set(code, name)

const nameOfError = (code: number): string => errorNames.get(code) ?? `errno ${code}`

/** The numbers of socket options beside this file are those of Linux on these processors. */
const isKnownSystem = platform() === 'linux' && ['x64', 'arm64'].includes(arch())

let bound: SystemCalls | null | undefined

/** The system's own socket functions, or null where they cannot be called. */
export function systemCalls(): SystemCalls | null {
  if (bound === undefined) bound = bind()
  return bound
}

function bind(): SystemCalls | null {
  if (!koffi || !isKnownSystem) return null
  const { address, errno, load, node } = koffi
  try {
    const library = load(null)
    const close = library.func('int close(int)')
    return {
      socket: library.func('int socket(int, int, int)'),
      setsockopt: library.func('int setsockopt(int, int, int, void *, uint32_t)'),
      getsockopt: library.func('int getsockopt(int, int, int, void *, void *)'),
      bind: library.func('int bind(int, void *, uint32_t)'),
      connect: library.func('int connect(int, void *, uint32_t)'),
      getsockname: library.func('int getsockname(int, void *, void *)'),
      sendto: library.func('int64_t sendto(int, void *, size_t, int, void *, uint32_t)'),
      recvmsg: library.func('int64_t recvmsg(int, void *, int)'),
      clock_gettime: library.func('int clock_gettime(int, void *)'),
      close,
      closeElsewhere: (socket) => close.async(socket, () => {}),
      errorName: () => nameOfError(errno()),
      nameOfError,
      addressOf: (bytes) => address(bytes),
      watch: (socket, listener, writable = false) => watch(node.poll, { socket, writable }, listener),
    }
  } catch {
    return null
  }
}

type Poll = NonNullable<typeof koffi>['node']['poll']

/** The poll handle stops by itself when the socket reports an error, so it is started again after each. */
function watch(
  poll: Poll,
  { socket, writable }: { readonly socket: number; readonly writable: boolean },
  listener: () => void,
): () => void {
  let isOpen = true
  const onEvent = (...values: readonly unknown[]): void => {
    if (!isOpen) return
    listener()
    const status = values.find((value) => typeof value === 'number') ?? 0
    if (isOpen && status < 0) handle.start({ readable: true, writable }, onEvent)
  }
  const handle = poll(socket, { readable: true, writable }, onEvent)
  return () => {
    if (isOpen) handle.close()
    isOpen = false
  }
}
