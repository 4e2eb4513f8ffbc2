import { totalmem } from 'node:os'

const gibibyte = 2 ** 30
/** Of this machine, or of the container around this process. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
/** Two of these programs run at a time, beside tests. */
const share = Math.min(3, Math.floor(memory / gibibyte / 6))

/**
 * For the compiler and for lint with types, which are Go programs that keep nearly all they allocate until they end: without
 * collecting garbage the sources of this repository take a third less processor time and a tenth to a half more memory.
 * Machines of less than 12 GiB collect it as usual.
 */
export const compilerEnvironment: Readonly<Record<string, string>> =
  share < 2 ? {} : { GOGC: 'off', GOMEMLIMIT: `${share}GiB` }
