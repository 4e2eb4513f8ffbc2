/**
 * For the compiler and for lint with types, which are Go programs that keep nearly all they allocate until they end: without
 * collecting garbage the sources of this repository take a third less processor time and a tenth to a half more memory.
 */
export const compilerEnvironment = { GOGC: 'off', GOMEMLIMIT: '3GiB' } as const
