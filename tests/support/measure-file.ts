import { afterAll } from 'vitest'
import { cpuSeconds } from '../../tools/test/cpu-time.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of this file: that of its worker meanwhile, and of the processes that it started and waited for. */
    cpuSeconds?: number
  }
}

const before = cpuSeconds()

// Registered before every hook of the file, so it runs after them.
// oxlint-disable-next-line no-empty-pattern -- vitest accepts no other first argument.
afterAll(({}, suite) => {
  suite.file.meta.cpuSeconds = cpuSeconds() - before
})
