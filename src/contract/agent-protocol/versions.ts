/** A range of protocol versions, both ends included. */
export interface ProtocolRange {
  readonly min: number
  readonly max: number
}

/** The versions that this source speaks. A change that an older side would misread is a new version. */
export const protocolRange: ProtocolRange = { min: 1, max: 1 }

/** The highest version that both sides speak; null when there is none. */
export function negotiateProtocol(own: ProtocolRange, other: ProtocolRange): number | null {
  const highest = Math.min(own.max, other.max)
  return highest >= Math.max(own.min, other.min) ? highest : null
}

/** Negative when the version `a` is older than `b`. Versions are three numbers with dots; what follows them is ignored. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const index = left.findIndex((number, position) => number !== right[position])
  return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0)
}

const numbersOf = (version: string): number[] => {
  const parts = version.split(/[.+-]/).slice(0, 3).map(Number)
  return [0, 1, 2].map((index) => parts[index] || 0)
}
