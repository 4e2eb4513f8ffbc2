import type { PingSignal } from '#runs'

type Said = Pick<PingSignal, 'kind' | 'exitStatus'>

const exitStatusMax = 255

/** The signal that the end of the address of a ping means; null for what is none. */
export function signalOfSuffix(suffix: string | undefined): Said | null {
  switch (suffix) {
    case undefined:
    case '':
      return { kind: 'success', exitStatus: null }
    case 'start':
    case 'fail':
    case 'log':
      return { kind: suffix, exitStatus: null }
    default: {
      if (!/^\d{1,3}$/.test(suffix) || Number(suffix) > exitStatusMax) return null
      const exitStatus = Number(suffix)
      return { kind: exitStatus === 0 ? 'success' : 'fail', exitStatus }
    }
  }
}

/** The name of a run; null for what is no name, since the ping counts whatever its query holds. */
export const runIdOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value) ? value.toLowerCase() : null
